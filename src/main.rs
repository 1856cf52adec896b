//! The command line: parses the arguments and hands over.
mod cli;

use std::io::Write;
use std::process::ExitCode;

/// Trees are walked by recursion; this is deep enough for every text that the parser lets through.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = cli::help::asked();
    std::panic::set_hook(Box::new(|about| {
        let told = "this is a fault of nimdsl, not of your files; please report it, with the files";
        let _ = writeln!(std::io::stderr().lock(), "nimdsl: {told}: {about}");
    }));
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || cli::run(&arguments));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(_)) => ExitCode::from(2),
        Err(error) => {
            let needed = STACK >> 20;
            let _ = writeln!(
                std::io::stderr().lock(),
                "nimdsl: cannot begin: a thread with {needed} MiB of addresses for its stack is needed ({error}); allow more (`ulimit -v`)"
            );
            ExitCode::from(2)
        }
    }
}

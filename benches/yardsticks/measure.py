#!/usr/bin/env python3
# Games of other shapes against a plain C program each: the same values at a small size, and CPU seconds at a larger one.
# benches/yardsticks/measure.py [--page FILE] [PROGRAM [SECONDS [NAMES]]]
# With --page the figures become the table of a page of the manual, between the two lines of dashes that are comments there; with names as well, only
# the rows of these are written anew.
import array, os, re, resource, struct, subprocess, sys

import shapes

arguments = sys.argv[1:]
page = None
if arguments[:1] == ['--page']:
    page, arguments = os.path.abspath(arguments[1]), arguments[2:]
PROGRAM = os.path.abspath(arguments[0] if arguments else 'target/release/nimdsl')
limit = float(arguments[1]) if len(arguments) > 1 else 20
only = arguments[2:]
HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, '../../target/yardsticks')
os.makedirs(OUT, exist_ok=True)
os.chdir(OUT)

# Programs and rulesets with files of their own. name: (small, large)
FILES = {
    'squares': (3000, 20000), 'powers': (3000, 60000), 'divisors': (3000, 60000), 'proper': (3000, 60000),
    'half': (3000, 1000000), 'fibonacci_moves': (3000, 1000000), 'subtraction': (3000, 1000000), 'quota': (1000, 1000),
    'euclid': (150, 1000), 'xor_falls': (100, 500), 'last_amount': (500, 100000), 'xor_guard': (100, 500),
    'product': (60, 200), 'rise': (60, 300), 'a_wythoff': (100, 1000), 'muller': (100, 1000), 'pass': (80, 1000),
    'pays': (60, 1000), 'pays_two': (20, 80), 'fibonacci_nim': (60, 1000), 'chocolate': (20, 100), 'chomp': (20, 80), 'four': (8, 20),
}
SMALL = {1: 1000, 2: 60, 3: 20, 4: 9}


def cpu(command, limit=None):
    """CPU seconds and what was said, or nothing if it takes three times the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=limit and 3 * limit)
    except subprocess.TimeoutExpired:
        return None, ''
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stderr.decode()


def numbers(data):
    """The cells of an array of NumPy; those without a value as 0, which C programs leave there."""
    length = struct.unpack('<H', data[8:10])[0]
    kind = re.search(r"'descr': '([^']*)'", data[10:10 + length].decode()).group(1)
    cells = array.array({'<i8': 'q', '<i4': 'i', '|i1': 'b'}[kind])
    cells.frombytes(data[10 + length:])
    return [max(value, 0) for value in cells]


def rules_of(text):
    return '; '.join(line.strip() for line in text.splitlines() if line.strip() and not line.startswith(('ruleset', 'source', '#')))


def measure(name, nim, source, small, large):
    subprocess.check_call(['cc', '-O3', '-w', '-I', HERE, '-o', f'{name}.bin', source])
    values = array.array('H')
    values.frombytes(subprocess.run([f'./{name}.bin', str(small), 'dump'], stdout=subprocess.PIPE).stdout)
    if name == 'quota':
        width = 2 * small
        values = [values[x * width + q] for q in range(width) for x in range(small)]
    asked = ['--outcomes'] if name in shapes.OUTCOMES else []
    told = subprocess.run([PROGRAM, 'table', nim, '--size', str(small), '--format', 'npy', *asked], capture_output=True)
    if told.returncode:
        return print(name, 'refused:', told.stderr.decode()[:700])
    same = list(values) == numbers(told.stdout)
    plain, _ = cpu([f'./{name}.bin', str(large)])
    command = [PROGRAM, 'table', nim, '--size', str(large), '--format', 'hash', '--timing', '--threads', '1', '--time', f'{int(limit)}s', *asked]
    own, said = cpu(command, limit)
    engine = re.search(r'"engine_name":"([^"]*)"', said)
    if own is None or engine is None:
        return print(f'{name:16} {"same" if same else "DIFFERENT"} {large:8} C {plain:.3f} no answer {said[-200:]}')
    # Below a hundredth of a second the start of a process is most of what is measured.
    ratio = own / max(plain, 0.01)
    print(f'{name:16} {"same" if same else "DIFFERENT"} {large:8} C {plain:.3f} nimdsl {own:.3f} ratio {ratio:.1f} {engine.group(1)}', flush=True)
    return ratio, f'| {name} | {large:,} | `{engine.group(1)}` | {plain:.3f} | {own:.3f} | {ratio:.1f} |', nim


rows = []
for name, (small, large) in FILES.items():
    if not only or name in only:
        rows.append(measure(name, os.path.join(HERE, f'{name}.nim'), os.path.join(HERE, f'{name}.c'), small, large))
for name, (heaps, large, _, _) in shapes.SHAPES.items():
    if not only or name in only:
        open(f'{name}.nim', 'w').write(shapes.ruleset(name))
        open(f'{name}.c', 'w').write(shapes.program(name))
        rows.append(measure(name, f'{name}.nim', f'{name}.c', SMALL[heaps], large))
rows = sorted((row for row in rows if row), key=lambda row: row[0])
print(f'{len(rows)} shapes; median ratio {rows[len(rows) // 2][0]:.1f}, above 4: {sum(4 < row[0] for row in rows)}')
if page:
    text = open(page).read()
    head, rest = text.split('<!-- measured -->\n', 1)
    kept, tail = rest.split('<!-- end -->\n', 1)
    games = {name: rules for name, rules in re.findall(r'^(\w+):\n\n```text\n(.*?)\n```\n', kept, re.M | re.S)} if only else {}
    names = {row[1].split()[1] for row in rows}
    for line in kept.splitlines() if only else []:
        ratio = re.match(r'\| (\w+) \| .*\| ([0-9.]+) \|$', line)
        if ratio and ratio.group(1) not in names:
            rows.append((float(ratio.group(2)), line, None))
    rows.sort(key=lambda row: row[0])
    table = '| game | size | engine | C | nimdsl | ratio |\n|---|---|---|---|---|---|\n' + '\n'.join(row[1] for row in rows)
    games.update((row[2][:-4], open(row[2]).read().strip()) for row in rows if row[2] and not os.path.dirname(row[2]))
    shown = ''.join(f'{name}:\n\n```text\n{rules}\n```\n\n' for name, rules in sorted(games.items()))
    open(page, 'w').write(f'{head}<!-- measured -->\n{table}\n\n{shown}<!-- end -->\n{tail}')

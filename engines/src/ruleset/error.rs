//! Why a term has no value, or a position no options, and where.
use std::fmt;

/// Why a term has no value, or a position no list of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationError {
    /// A number left the 128 bits.
    Overflow,
    /// A heap or register reaches 2^31 or more.
    TooLarge {
        /// Which one.
        coordinate: CoordinateName,
        /// What it would become.
        value: i128,
    },
    /// A function that is defined by recursion is asked for at larger arguments than it has values for.
    OutOfReach {
        /// The function.
        function: String,
        /// The largest argument.
        last: i128,
    },
    /// A divisor is zero.
    DivisionByZero,
    /// A square root or nim-sum of a negative number, or a power with a negative exponent.
    NegativeArgument,
    /// A function or sequence has no value there.
    Undefined,
    /// The conditions of a move multiply beyond all bounds.
    TooManyBranches,
    /// An amount without bound.
    Unbounded {
        /// The move.
        name: String,
    },
    /// Somebody stopped the enumeration, or it took too many steps.
    Interrupted,
    /// Any of these, with the place where it happens.
    At(Box<RulePlace>),
}

/// A heap or a register, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoordinateName {
    /// A heap.
    Heap(String),
    /// A register.
    Register(String),
}

/// Where a rule has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePlace {
    /// Which move of the ruleset; `None` for `positions where`.
    pub rule: Option<usize>,
    /// The rule in words.
    pub name: String,
    /// The position.
    pub position: Vec<i64>,
    /// How many of its coordinates are heaps.
    pub heaps: usize,
    /// The amounts by name, as far as they are chosen.
    pub amounts: Vec<(String, i64)>,
    /// What happens there.
    pub cause: EvaluationError,
}

impl fmt::Display for RulePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |part: &[i64]| part.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let (heaps, registers) = self.position.split_at(self.heaps.min(self.position.len()));
        let after = if registers.is_empty() { String::new() } else { format!("; {}", list(registers)) };
        write!(f, "{} at ({}{after})", self.name, list(heaps))?;
        for (index, (name, value)) in self.amounts.iter().enumerate() {
            write!(f, "{} {name} = {value}", if index == 0 { " with" } else { "," })?;
        }
        Ok(())
    }
}

impl EvaluationError {
    /// What happens, without the place.
    #[must_use]
    pub fn cause(&self) -> &Self {
        match self {
            Self::At(place) => place.cause.cause(),
            other => other,
        }
    }

    /// What happens, in words that neither name the place nor say what to do.
    #[must_use]
    pub fn reason(&self) -> String {
        let plain = match self.cause() {
            Self::TooLarge { coordinate, value } => {
                return format!("{coordinate} becomes {value}, and numbers stay below 2^31");
            }
            Self::OutOfReach { function, last } => {
                return format!(
                    "`{function}` is needed at an argument beyond {last}, the largest that it is computed for"
                );
            }
            Self::Unbounded { name } => return format!("move `{name}` has infinitely many options"),
            Self::Overflow => "a number does not fit 128 bits",
            Self::DivisionByZero => "a divisor is 0",
            Self::NegativeArgument => "a square root, nim-sum or exponent is negative",
            Self::Undefined => "a function or sequence has no value there",
            Self::TooManyBranches => "the conditions of a move have too many alternatives",
            Self::Interrupted | Self::At(_) => "interrupted",
        };
        plain.to_owned()
    }

    /// What to do about it; of an interruption nothing.
    #[must_use]
    pub fn remedy(&self) -> Option<&'static str> {
        match self.cause() {
            Self::Overflow | Self::TooLarge { .. } => Some("ask for smaller positions"),
            Self::OutOfReach { .. } => Some("ask for smaller positions, or limit its arguments by a condition"),
            Self::DivisionByZero | Self::NegativeArgument => Some("exclude that with a condition"),
            Self::Undefined => Some("add a case, or more first terms"),
            Self::TooManyBranches => Some("split the move"),
            Self::Unbounded { .. } => Some("bound its amounts"),
            Self::Interrupted | Self::At(_) => None,
        }
    }
}

impl fmt::Display for CoordinateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heap(name) => write!(f, "heap `{name}`"),
            Self::Register(name) => write!(f, "register `{name}`"),
        }
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::At(place) = self {
            return write!(f, "{place}: {}", place.cause);
        }
        f.write_str(&self.reason())?;
        self.remedy().map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl std::error::Error for EvaluationError {}

//! The module that a function belongs to, read from its symbol.

use rustc_demangle::demangle;

/// The library, whose modules are named without it.
const LIBRARY: &str = "asunder::";

/// How many names a module is told by: `query::cast` in the library, `core::iter` elsewhere.
const DEPTH: usize = 2;

/// The module of a symbol; the name itself for what is no Rust path.
pub(super) fn module(symbol: &str) -> String {
    let name = format!("{:#}", demangle(symbol));
    let path = path(&name);
    let path = path.strip_prefix(LIBRARY).unwrap_or(path);
    let mut names: Vec<&str> = path.split("::").filter(|name| !name.starts_with('{')).collect();
    // The last one is the function, or the type whose it is.
    if names.len() > 1 {
        names.pop();
    }
    names.truncate(DEPTH);
    names.join("::")
}

/// The path of a function, or of the type that an `impl` is for, without type parameters.
fn path(name: &str) -> &str {
    let path = name.trim_start_matches(['<', '&', '[', '(', '*']);
    let path = path.strip_prefix("mut ").unwrap_or(path);
    let path = path.strip_prefix("const ").unwrap_or(path);
    let path = path.trim_start_matches(['&', '[', '(']);
    let end = path.find(['<', '>', ' ', ';', ',', ']', ')']).unwrap_or(path.len());
    let path = path.get(..end).unwrap_or_default();
    path.strip_suffix("::").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_belongs_to_the_module_it_stands_in() {
        for (symbol, expected) in [
            ("_ZN7asunder5query4cast5entry6facets17h0123456789abcdefE", "query::cast"),
            ("_ZN7asunder5query6facets17h0123456789abcdefE", "query"),
            (
                "_ZN7asunder5query4cast5entry6facets28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE",
                "query::cast",
            ),
            (
                "_ZN76_$LT$asunder..exact..estimate..Estimate$u20$as$u20$core..ops..arith..Add$GT$3add17h0123456789abcdefE",
                "exact::estimate",
            ),
            (
                "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE",
                "core::iter",
            ),
            ("main", "main"),
        ] {
            assert_eq!(module(symbol), expected, "{symbol}");
        }
    }
}

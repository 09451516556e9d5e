//! From a pest grammar to a direct scanner.

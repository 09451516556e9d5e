//! The words every crate of kifu speaks.

use std::process::ExitCode;

/// The exit status of a command: the most severe status of its files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// No findings.
    #[default]
    Clean,
    /// Something was found: an error in a record, a refused record, a difference.
    Findings,
    /// Something could not be done: a missing file, a file that cannot be written, a wrong option.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Clean => 0,
            Status::Findings => 1,
            Status::Failed => 2,
        })
    }
}

use std::process::ExitCode;

/// How a command ended: the gravest of what happened to its files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing is to be said.
    #[default]
    Clean,
    /// Something was found: an error in a record, a record that was refused, a difference.
    Findings,
    /// Something could not be done: a file that is not there, one that cannot be written, a wrong option.
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

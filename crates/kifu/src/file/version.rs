//! The version of a file: has another program changed it?

use std::{fs, time::SystemTime};

/// Identifies a version of a file by its size, times, permissions, owner, device and inode.
///
/// ```
/// use kifu::FileVersion;
/// use std::fs;
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("game.sgf");
/// let version = || FileVersion::of(&fs::metadata(&path).unwrap());
/// fs::write(&path, "(;GM[1])").unwrap();
/// let before = version();
/// assert_eq!(version(), before);
/// fs::write(&path, "(;GM[1];B[aa])").unwrap();
/// assert_ne!(version(), before);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    bytes: u64,
    modified: Option<SystemTime>,
    #[cfg(unix)]
    node: INode,
}

#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq)]
struct INode {
    device: u64,
    number: u64,
    mode: u32,
    owner: u32,
    group: u32,
    /// The time of the last status change (ctime) in seconds and nanoseconds. Unlike the modification time, programs cannot set it.
    changed: (i64, i64),
}

impl FileVersion {
    /// Returns the version of a file with these metadata.
    #[must_use]
    pub fn of(file: &fs::Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            bytes: file.len(),
            modified: file.modified().ok(),
            #[cfg(unix)]
            node: INode {
                device: file.dev(),
                number: file.ino(),
                mode: file.mode(),
                owner: file.uid(),
                group: file.gid(),
                changed: (file.ctime(), file.ctime_nsec()),
            },
        }
    }
}

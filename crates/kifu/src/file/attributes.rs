//! What a file has beside its bytes, and a file that replaces it must have too.

use std::fs::{File, Metadata};
#[cfg(unix)]
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    os::unix::fs::{MetadataExt, PermissionsExt, fchown},
};

/// Gives the new file, which only its owner can read yet, the owner, the extended attributes and the permissions of the file
/// it is to replace. Nothing is written into it before.
///
/// # Errors
/// Why that cannot be done.
#[cfg(unix)]
pub(super) fn keep(path: &std::path::Path, before: &Metadata, file: &File) -> Result<(), String> {
    if before.nlink() > 1 {
        // Writing into it would keep them, and leave half a file where that fails.
        return Err(format!("has {} names (hard links), and replacing it would part them", before.nlink()));
    }
    let failed = |what: &'static str| move |error: io::Error| format!("cannot be replaced with {what}: {error}");
    let new = file.metadata().map_err(failed("its permissions"))?;
    if (new.uid(), new.gid()) != (before.uid(), before.gid()) {
        let group = Some(before.gid()).filter(|&group| group != new.gid());
        let owner = Some(before.uid()).filter(|&owner| owner != new.uid());
        fchown(file, owner, group).map_err(failed("its owner and group"))?;
    }
    // An access list changes the permissions: these come last.
    extended(path, file).map_err(failed("its extended attributes"))?;
    let mode = before.mode() & 0o7777;
    file.set_permissions(PermissionsExt::from_mode(mode)).map_err(failed("its permissions"))?;
    let new = file.metadata().map_err(failed("its permissions"))?;
    match new.mode() & 0o7777 == mode {
        true => Ok(()),
        false => Err("cannot be replaced with its permissions: the file system has others".to_owned()),
    }
}

/// Copies the extended attributes: access lists and security labels are among them.
#[cfg(unix)]
fn extended(path: &std::path::Path, file: &File) -> io::Result<()> {
    use xattr::FileExt;
    // A file system without them has none to lose.
    let names = match xattr::list_deref(path) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut wanted: BTreeMap<OsString, Vec<u8>> = BTreeMap::new();
    for name in names {
        if let Some(value) = xattr::get_deref(path, &name)? {
            wanted.insert(name, value);
        }
    }
    // What a folder gives to every new file.
    for name in file.list_xattr().into_iter().flatten().filter(|name| !wanted.contains_key(name)) {
        file.remove_xattr(&name)?;
    }
    for (name, value) in wanted {
        if file.get_xattr(&name)?.as_ref() != Some(&value) {
            file.set_xattr(&name, &value)?;
        }
    }
    Ok(())
}

/// The same where only the permission to write is known.
#[cfg(not(unix))]
pub(super) fn keep(_: &std::path::Path, before: &Metadata, file: &File) -> Result<(), String> {
    // Not every file system knows permissions.
    let _ = file.set_permissions(before.permissions());
    Ok(())
}

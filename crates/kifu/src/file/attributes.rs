//! Copies the metadata of a file to the file that replaces it.

use std::fs::{File, Metadata};
#[cfg(unix)]
use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    os::unix::fs::{MetadataExt, PermissionsExt, fchown},
};

/// Copies the owner, the extended attributes and the permissions of the old file to the new one. Until then the new file is empty,
/// and only its owner can read it.
///
/// # Errors
/// The obstacle, as the rest of a sentence whose subject is the file.
#[cfg(unix)]
pub(super) fn keep(path: &std::path::Path, before: &Metadata, file: &File) -> Result<(), String> {
    if before.nlink() > 1 {
        // Overwriting the file in place would keep its names, but an error would leave an incomplete file.
        return Err(format!("has {} names (hard links), and replacing the file would separate them", before.nlink()));
    }
    let failed = |what: &'static str| {
        move |error: io::Error| {
            let error = error.to_string();
            // Without the number of the error.
            let why = error.split(" (os error").next().unwrap_or_default().to_lowercase();
            format!("cannot be replaced by a file with the same {what}: {why}")
        }
    };
    let new = file.metadata().map_err(failed("permissions"))?;
    if (new.uid(), new.gid()) != (before.uid(), before.gid()) {
        let group = Some(before.gid()).filter(|&group| group != new.gid());
        let owner = Some(before.uid()).filter(|&owner| owner != new.uid());
        fchown(file, owner, group).map_err(failed("owner and group"))?;
    }
    // An access list changes the permissions, so set the permissions last.
    extended(path, file).map_err(failed("extended attributes"))?;
    let mode = before.mode() & 0o7777;
    file.set_permissions(PermissionsExt::from_mode(mode)).map_err(failed("permissions"))?;
    let new = file.metadata().map_err(failed("permissions"))?;
    match new.mode() & 0o7777 == mode {
        true => Ok(()),
        false => Err("cannot be replaced by a file with the same permissions: the file system changes them".to_owned()),
    }
}

/// Copies the extended attributes, which include access lists and security labels.
#[cfg(unix)]
fn extended(path: &std::path::Path, file: &File) -> io::Result<()> {
    use xattr::FileExt;
    // A file system without extended attributes has nothing to copy.
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
    // Remove the attributes that the folder gives to every new file.
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

/// Copies the permissions on systems that only know the permission to write.
#[cfg(not(unix))]
pub(super) fn keep(_: &std::path::Path, before: &Metadata, file: &File) -> Result<(), String> {
    // Not every file system supports permissions.
    let _ = file.set_permissions(before.permissions());
    Ok(())
}

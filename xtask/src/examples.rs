//! `cargo xtask examples`: every public type, trait, macro and free function of the libraries has an example. The example programs
//! are short and print what they should.
//!
//! An item is public if it and every module around it are `pub`, or if a `pub use` of its crate names it. Methods, constants, fields,
//! variants and implementations of traits need no example: that of their type shows what they are for. The example is at the item, at
//! its `pub use` or in the file of the module, or the example of another item uses the item. `cargo test --doc` runs it.

use crate::metadata::Metadata;
use anyhow::{Context, ensure};
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use syn::{Attribute, Expr, Ident, Item, Lit, UseTree, Visibility};

/// Counts the items of each library, lists those that lack an example, and fails if there are any. Then runs the example programs.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut missing = Vec::new();
    println!("{:16} {:>6}", "crate", "items");
    // Every published package is a library. So is `kifu-cli`, which other programs use with their
    // own formats.
    for package in Metadata::load(root)?.published() {
        let library = Library::read(&package.folder().join("src"))?;
        let public: Vec<_> = library.items.iter().filter(|item| library.public.contains_key(&item.name)).collect();
        println!("{:16} {:>6}", package.name, public.len());
        let is_shown =
            |item: &PublicItem| item.shown || library.public.get(&item.name) == Some(&true) || library.uses(&item.name);
        for PublicItem { name, file, line, .. } in public.into_iter().filter(|item| !is_shown(item)) {
            missing.push(format!("{}:{line}: {name} has no example", file.strip_prefix(root)?.display()));
        }
    }
    ensure!(missing.is_empty(), "public items without an example:\n{}", missing.join("\n"));
    crate::programs::run(root)
}

/// The items of a crate, read from its sources.
#[derive(Default)]
struct Library {
    /// Every `pub` item.
    items: Vec<PublicItem>,
    /// The names that other crates can reach; true if a `pub use` or the file of a module has an example.
    public: BTreeMap<String, bool>,
    /// The examples of items and modules, which also show the items that they use.
    examples: Vec<String>,
    /// The modules that are not read yet.
    waiting: Vec<Module>,
}

/// A `pub` item.
struct PublicItem {
    name: String,
    shown: bool,
    file: PathBuf,
    line: usize,
}

/// The items of a module.
struct Module {
    file: PathBuf,
    /// The folder of the files of its modules.
    folder: PathBuf,
    /// True if other crates can reach it.
    open: bool,
    items: Vec<Item>,
}

impl Library {
    fn read(src: &Path) -> anyhow::Result<Self> {
        let mut library = Self::default();
        let file = src.join("lib.rs");
        let syn::File { attrs, items, .. } = parse(&file)?;
        let root = Module { file, folder: src.to_owned(), open: true, items };
        library.public.insert("crate".into(), false);
        library.found(&root, &Ident::new("crate", proc_macro2::Span::call_site()), &attrs)?;
        library.waiting.push(root);
        while let Some(mut module) = library.waiting.pop() {
            for item in std::mem::take(&mut module.items) {
                library.item(&module, item)?;
            }
        }
        Ok(library)
    }

    fn item(&mut self, module: &Module, item: Item) -> anyhow::Result<()> {
        let (ident, public, attrs) = match item {
            Item::Enum(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Fn(item) => (item.sig.ident, is_public(&item.vis), item.attrs),
            Item::Struct(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Trait(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Type(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Macro(item) if item.attrs.iter().any(|attr| attr.path().is_ident("macro_export")) => {
                let Some(ident) = item.ident else { return Ok(()) };
                self.public.entry(ident.to_string()).or_default();
                (ident, true, item.attrs)
            }
            Item::Mod(item) => return self.module(module, item),
            Item::Use(item) if is_public(&item.vis) => return self.names(module, item),
            _ => return Ok(()),
        };
        if public {
            if module.open {
                self.public.entry(ident.to_string()).or_default();
            }
            self.found(module, &ident, &attrs)?;
        }
        Ok(())
    }

    fn found(&mut self, at: &Module, ident: &Ident, attrs: &[Attribute]) -> anyhow::Result<()> {
        let examples = examples(attrs, &at.file)?;
        let shown = !examples.is_empty();
        self.examples.extend(examples);
        let (name, line) = (ident.to_string(), ident.span().start().line);
        self.items.push(PublicItem { name, shown, file: at.file.clone(), line });
        Ok(())
    }

    /// Counts a module as an item, and queues its items, which are in this file or in its own.
    fn module(&mut self, around: &Module, item: syn::ItemMod) -> anyhow::Result<()> {
        let (name, open) = (item.ident.to_string(), around.open && is_public(&item.vis));
        let folder = around.folder.join(&name);
        let (file, docs, items) = match item.content {
            Some((_, items)) => (around.file.clone(), Vec::new(), items),
            None => {
                let file = folder.with_extension("rs");
                let parsed = parse(&file)?;
                (file, parsed.attrs, parsed.items)
            }
        };
        if open {
            let examples = examples(&docs, &file)?;
            self.public.insert(name, !examples.is_empty());
            self.examples.extend(examples);
            self.found(around, &item.ident, &item.attrs)?;
        }
        self.waiting.push(Module { file, folder, open, items });
        Ok(())
    }

    /// Adds the names that a `pub use` exports.
    fn names(&mut self, module: &Module, item: syn::ItemUse) -> anyhow::Result<()> {
        let shown = !examples(&item.attrs, &module.file)?.is_empty();
        let mut waiting = vec![item.tree];
        while let Some(tree) = waiting.pop() {
            match tree {
                UseTree::Path(path) => waiting.push(*path.tree),
                UseTree::Group(group) => waiting.extend(group.items),
                UseTree::Name(name) => *self.public.entry(name.ident.to_string()).or_default() |= shown,
                UseTree::Rename(_) | UseTree::Glob(_) => {}
            }
        }
        Ok(())
    }
}

fn parse(file: &Path) -> anyhow::Result<syn::File> {
    let text = read_to_string(file).with_context(|| file.display().to_string())?;
    syn::parse_file(&text).with_context(|| file.display().to_string())
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Returns the blocks of Rust in the documentation, or in a page that it includes, that are compiled.
fn examples(attrs: &[Attribute], file: &Path) -> anyhow::Result<Vec<String>> {
    let mut docs = String::new();
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    for doc in lines.filter_map(|attr| attr.meta.require_name_value().ok()) {
        match &doc.value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(line), .. }) => docs = docs + &line.value() + "\n",
            Expr::Macro(page) => {
                let page = page.mac.parse_body::<syn::LitStr>()?;
                docs += &read_to_string(file.with_file_name(page.value()))?;
            }
            _ => {}
        }
    }
    let runs = |word: &str| ["", "rust", "no_run", "should_panic"].contains(&word.trim());
    let mut blocks = Vec::new();
    let mut lines = docs.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```") {
            let block: String =
                lines.by_ref().take_while(|line| !line.starts_with("```")).flat_map(|line| [line, "\n"]).collect();
            blocks.extend(Some(block).filter(|_| words.split(',').all(runs)));
        }
    }
    Ok(blocks)
}

/// Returns true if a text has a name that is not a part of a longer one.
fn has_name(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part))
}

impl Library {
    /// Returns true if an example uses an item.
    fn uses(&self, name: &str) -> bool {
        self.examples.iter().any(|example| has_name(example, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_shows_what_it_uses() {
        let mut library = Library::default();
        library.examples.push("let mut board = Board::new(9);\nboard.clear_all();\n".into());
        assert!(library.uses("Board"));
        assert!(!library.uses("Tree") && !library.uses("Boar"));
    }
}

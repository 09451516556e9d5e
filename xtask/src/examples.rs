//! `cargo xtask examples`: every public item of the libraries shows how it is used.
//!
//! An item is public where it and every module around it are `pub`, or a `pub use` of its crate says its name; a method,
//! where its type or trait is. Fields, variants and what is done for the traits of others need no example. Whether one is
//! right is for `cargo test --doc`: here it has to be there, beside the item, its `pub use` or in the file of the module.

use crate::metadata::Metadata;
use anyhow::{Context, ensure};
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use syn::{Attribute, Expr, Ident, ImplItem, Item, Lit, TraitItem, Type, UseTree, Visibility};

/// Counts the items of each library, names those without an example, and fails where there are any.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut missing = Vec::new();
    println!("{:16} {:>6} {:>14}", "crate", "items", "with examples");
    // Whatever is published is a library: the program too, for programs with formats of their own.
    for package in Metadata::load(root)?.published() {
        let library = Library::read(&package.folder().join("src"))?;
        let public = library.items.iter().filter(|item| library.public.contains_key(&item.owner));
        let shown = |item: &&Found| item.shown || library.public.get(&item.name) == Some(&true);
        let (with, without): (Vec<_>, Vec<_>) = public.partition(shown);
        println!("{:16} {:>6} {:>14}", package.name, with.len() + without.len(), with.len());
        for Found { name, file, line, .. } in without {
            missing.push(format!("{}:{line}: {name} has no example", file.strip_prefix(root)?.display()));
        }
    }
    ensure!(missing.is_empty(), "public items without an example:\n{}", missing.join("\n"));
    Ok(())
}

/// What the sources of a crate say.
#[derive(Default)]
struct Library {
    /// Whatever is `pub`, wherever it stands.
    items: Vec<Found>,
    /// The names that can be reached from outside; true where a `pub use` or the file of a module has an example.
    public: BTreeMap<String, bool>,
    /// The modules still to be looked at.
    waiting: Vec<Module>,
}

/// Something that is `pub`.
struct Found {
    /// As people say it: `Tree::add`.
    name: String,
    /// The name that has to be public: that of a method's type, or its own.
    owner: String,
    shown: bool,
    file: PathBuf,
    line: usize,
}

/// The inside of a module.
struct Module {
    file: PathBuf,
    /// Where the files of its own modules lie.
    folder: PathBuf,
    /// Whether it can be reached from outside.
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
        library.found(&root, None, &Ident::new("crate", proc_macro2::Span::call_site()), &attrs)?;
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
            Item::Const(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Enum(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Fn(item) => (item.sig.ident, is_public(&item.vis), item.attrs),
            Item::Static(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Struct(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Type(item) => (item.ident, is_public(&item.vis), item.attrs),
            Item::Macro(item) if item.attrs.iter().any(|attr| attr.path().is_ident("macro_export")) => {
                let Some(ident) = item.ident else { return Ok(()) };
                self.public.entry(ident.to_string()).or_default();
                (ident, true, item.attrs)
            }
            Item::Trait(item) => {
                for inner in item.items {
                    let TraitItem::Fn(method) = inner else { continue };
                    self.found(module, Some(&item.ident), &method.sig.ident, &method.attrs)?;
                }
                (item.ident, is_public(&item.vis), item.attrs)
            }
            Item::Impl(item) if item.trait_.is_none() => {
                let Type::Path(path) = &*item.self_ty else { return Ok(()) };
                let owner = path.path.segments.last().map(|own| &own.ident);
                for inner in item.items {
                    let (ident, attrs) = match inner {
                        ImplItem::Fn(it) if is_public(&it.vis) => (it.sig.ident, it.attrs),
                        ImplItem::Const(it) if is_public(&it.vis) => (it.ident, it.attrs),
                        _ => continue,
                    };
                    self.found(module, owner, &ident, &attrs)?;
                }
                return Ok(());
            }
            Item::Mod(item) => return self.module(module, item),
            Item::Use(item) if is_public(&item.vis) => return self.names(module, item),
            _ => return Ok(()),
        };
        if public {
            if module.open {
                self.public.entry(ident.to_string()).or_default();
            }
            self.found(module, None, &ident, &attrs)?;
        }
        Ok(())
    }

    fn found(&mut self, at: &Module, of: Option<&Ident>, ident: &Ident, attrs: &[Attribute]) -> anyhow::Result<()> {
        let name = of.map_or_else(|| ident.to_string(), |of| format!("{of}::{ident}"));
        let (owner, line) = (of.unwrap_or(ident).to_string(), ident.span().start().line);
        self.items.push(Found { name, owner, shown: has_example(attrs, &at.file)?, file: at.file.clone(), line });
        Ok(())
    }

    /// A module counts as any item does; what is in it, in this file or its own, is looked at later.
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
            self.public.insert(name, has_example(&docs, &file)?);
            self.found(around, None, &item.ident, &item.attrs)?;
        }
        self.waiting.push(Module { file, folder, open, items });
        Ok(())
    }

    /// The names that a `pub use` says.
    fn names(&mut self, module: &Module, item: syn::ItemUse) -> anyhow::Result<()> {
        let shown = has_example(&item.attrs, &module.file)?;
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

/// Whether the docs, or a page that they include, have a block of Rust that is compiled.
fn has_example(attrs: &[Attribute], file: &Path) -> anyhow::Result<bool> {
    let mut docs = String::new();
    let said = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    for doc in said.filter_map(|attr| attr.meta.require_name_value().ok()) {
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
    // Every second fence closes a block.
    let mut fences = docs.lines().filter_map(|line| line.trim().strip_prefix("```")).step_by(2);
    Ok(fences.any(|words| words.split(',').all(runs)))
}

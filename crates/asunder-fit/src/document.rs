//! Rig files: TOML that people can read and edit.

use crate::toml_reader::read_toml;
use asunder::{Affine3, Bone, Follow, Hitbox, MatrixError, Rig, RigError, ScalePolicy, Shape3};
use asunder_gltf::bone_index;
use asunder_gltf::keywords::{FOLLOWS, ROLES, keyword, parse};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use toml::Spanned;

/// An error in a rig file. The message names the file, the line, the column and the key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{file}:{line}:{column}: {key}{problem}\n    {excerpt}")]
pub struct RigFileError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// The key on that line, and a colon; empty if there is none.
    pub key: String,
    /// What was found and what was expected.
    pub problem: String,
    /// That line of the file.
    pub excerpt: String,
}

/// The rig as TOML, which [`rig_from_toml`] reads back to the same bits.
///
/// ```toml
/// name = "knight"
/// scale_policy = "enclose"           # or "parallelepiped" or "refuse": what becomes of boxes that a matrix skews
///
/// [[bone]]
/// name = "hips"
/// inverse_bind = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.9, 0, 1]    # as in glTF; or left out
///
/// [[bone]]
/// name = "head"
/// parent = "hips"                    # a name, or the number of a bone, the first being 0
///
/// [[hitbox]]
/// bone = "head"
/// region = "head"                    # may be left out
/// role = "hurt"                      # or "attack" or "push"
/// follow = "position_rotation"       # or "position", "position_scale"
/// shape = { sphere = { center = [0, 0.1, 0], radius = 0.12 } }    # as `asunder query` writes it
/// ```
#[must_use]
pub fn rig_to_toml(rig: &Rig) -> String {
    let mut text = format!("name = {}\n", quoted(rig.name()));
    let policy = match rig.scale_policy() {
        ScalePolicy::Enclose => "enclose",
        ScalePolicy::Parallelepiped => "parallelepiped",
        ScalePolicy::Refuse => "refuse",
    };
    let _ = writeln!(text, "scale_policy = \"{policy}\"");
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for bone in rig.bones() {
        *named.entry(&bone.name).or_insert(0) += 1;
    }
    // A name that two bones have identifies neither.
    let reference = |bone: u16| match rig.bones()[usize::from(bone)].name.as_str() {
        name if named[name] == 1 => quoted(name),
        _ => bone.to_string(),
    };
    for bone in rig.bones() {
        let _ = write!(text, "\n[[bone]]\nname = {}\n", quoted(&bone.name));
        if let Some(parent) = bone.parent {
            let _ = writeln!(text, "parent = {}", reference(parent));
        }
        if bone.inverse_bind != Affine3::identity() || has_minus_zero(&bone.inverse_bind) {
            let _ = writeln!(text, "inverse_bind = {}", numbers(&elements(&bone.inverse_bind)));
        }
    }
    for hitbox in rig.hitboxes() {
        let _ = write!(text, "\n[[hitbox]]\nbone = {}\n", reference(hitbox.bone));
        if let Some(region) = &hitbox.region {
            let _ = writeln!(text, "region = {}", quoted(region));
        }
        let _ = writeln!(text, "role = \"{}\"", keyword(&ROLES, &hitbox.role));
        if hitbox.follow != Follow::default() {
            let _ = writeln!(text, "follow = \"{}\"", keyword(&FOLLOWS, &hitbox.follow));
        }
        let _ = writeln!(text, "shape = {}", shape(&hitbox.shape));
    }
    text
}

/// Reads a rig from TOML, as [`rig_to_toml`] writes it. `file` names it in messages.
///
/// # Errors
/// If the text is not TOML, has unknown keys or lacks some, names bones that do not exist, or does not
/// describe a rig.
pub fn rig_from_toml(text: &str, file: &str) -> Result<Rig, RigFileError> {
    let source = Source { text, file };
    let content: Content =
        read_toml(text).map_err(|(place, problem)| source.refuse(place, problem))?;
    let find = |reference: &Spanned<Reference>| {
        let bones = &content.bone;
        let found = match reference.get_ref() {
            Reference::Index(index) => (*index < bones.len()).then_some(*index),
            Reference::Name(name) => bones.iter().position(|bone| bone.name.get_ref() == name),
        };
        found.ok_or_else(|| {
            let what = match reference.get_ref() {
                Reference::Index(index) => format!("there is no bone {index}"),
                Reference::Name(name) => format!("there is no bone {name:?}"),
            };
            let names: Vec<&str> =
                bones.iter().take(LISTED).map(|bone| bone.name.get_ref().as_str()).collect();
            let more = if bones.len() > LISTED { " …" } else { "" };
            let problem = format!("{what}; the rig has {}{more}", names.join(", "));
            source.refuse(reference.span(), problem)
        })
    };
    let bones = content.bone.iter().map(|bone| {
        let inverse_bind = match &bone.inverse_bind {
            None => Affine3::identity(),
            Some(matrix) => {
                let numbers: [f32; 16] = matrix.get_ref().as_slice().try_into().map_err(|_| {
                    let count = matrix.get_ref().len();
                    let problem = format!("there are {count} numbers; expected 16");
                    source.refuse(matrix.span(), problem)
                })?;
                Affine3::from_gltf(&numbers)
                    .map_err(|error: MatrixError| source.refuse(matrix.span(), error))?
            }
        };
        let parent = bone.parent.as_ref().map(find).transpose()?.map(bone_index);
        Ok(Bone { name: bone.name.get_ref().clone(), parent, inverse_bind })
    });
    let bones = bones.collect::<Result<Vec<_>, RigFileError>>()?;
    let whole = || content.name.span();
    let rig = Rig::new(content.name.get_ref(), bones).map_err(|error| {
        // About a bone: the line of its name.
        let of = |name: &str| {
            content.bone.iter().find(|it| it.name.get_ref() == name).map(|it| it.name.span())
        };
        let span = match &error {
            RigError::Cycle { bone, .. }
            | RigError::NoSuchParent { bone, .. }
            | RigError::InverseBind { bone, .. } => of(bone),
            _ => None,
        };
        source.refuse(span.unwrap_or_else(whole), error)
    })?;
    let mut rig = rig.with_scale_policy(match content.scale_policy {
        PolicyName::Enclose => ScalePolicy::Enclose,
        PolicyName::Parallelepiped => ScalePolicy::Parallelepiped,
        PolicyName::Refuse => ScalePolicy::Refuse,
    });
    for entry in &content.hitbox {
        let hitbox = Hitbox {
            region: entry.region.clone(),
            role: source.parse(&ROLES, &entry.role)?.unwrap_or_default(),
            follow: source.parse(&FOLLOWS, &entry.follow)?.unwrap_or_default(),
            ..Hitbox::new(bone_index(find(&entry.bone)?), entry.shape.get_ref().clone())
        };
        rig.add(hitbox).map_err(|error| source.refuse(entry.shape.span(), error))?;
    }
    Ok(rig)
}

/// The most bones that a message lists.
const LISTED: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    name: Spanned<String>,
    #[serde(default)]
    scale_policy: PolicyName,
    bone: Vec<BoneEntry>,
    #[serde(default)]
    hitbox: Vec<HitboxEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoneEntry {
    name: Spanned<String>,
    parent: Option<Spanned<Reference>>,
    inverse_bind: Option<Spanned<Vec<f32>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitboxEntry {
    bone: Spanned<Reference>,
    region: Option<String>,
    role: Option<Spanned<String>>,
    follow: Option<Spanned<String>>,
    shape: Spanned<Shape3>,
}

/// A reference to a bone, by its name or its index.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name of a bone, or its number, the first being 0")]
enum Reference {
    Name(String),
    Index(usize),
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum PolicyName {
    #[default]
    Enclose,
    Parallelepiped,
    Refuse,
}

struct Source<'a> {
    text: &'a str,
    file: &'a str,
}

impl Source<'_> {
    /// The meaning of a word, if there is one.
    fn parse<T: Copy>(
        &self,
        list: &[(&str, T)],
        found: &Option<Spanned<String>>,
    ) -> Result<Option<T>, RigFileError> {
        let Some(found) = found else { return Ok(None) };
        parse(list, found.get_ref()).map(Some).map_err(|known| {
            let problem = format!("there is no {:?}; expected one of {known}", found.get_ref());
            self.refuse(found.span(), problem)
        })
    }

    /// The error about the text at `span`.
    fn refuse(&self, span: Range<usize>, problem: impl ToString) -> RigFileError {
        /// The most characters of a line that a message shows.
        const SHOWN: usize = 100;
        let before = self.text.get(..span.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let key = line.split_once('=').map(|(key, _)| format!("`{}`: ", key.trim()));
        RigFileError {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            key: key.unwrap_or_default(),
            problem: problem.to_string(),
            excerpt: line.trim().chars().take(SHOWN).collect(),
        }
    }
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A matrix as glTF stores it.
fn elements(map: &Affine3) -> [f32; 16] {
    let mut m = [0.0; 16];
    for i in 0..3 {
        m[4 * i..4 * i + 3].copy_from_slice(&map.column(i).to_array());
    }
    m[12..15].copy_from_slice(&map.translation().to_array());
    m[15] = 1.0;
    m
}

fn has_minus_zero(map: &Affine3) -> bool {
    elements(map).iter().any(|x| x.to_bits() == (-0.0_f32).to_bits())
}

fn numbers(list: &[f32]) -> String {
    let list: Vec<String> = list.iter().map(|&x| number(x)).collect();
    format!("[{}]", list.join(", "))
}

/// A finite number in the fewest digits that read back to it by way of `f64`, which TOML's numbers are.
fn number(x: f32) -> String {
    let short = format!("{x:?}");
    match short.parse::<f64>() {
        Ok(wide) if (wide as f32).to_bits() == x.to_bits() => short,
        _ => format!("{:?}", f64::from(x)),
    }
}

/// A shape as TOML, in the form of `asunder query`.
fn shape(shape: &Shape3) -> String {
    let v = |v: asunder::glam::Vec3| numbers(&v.to_array());
    match shape {
        Shape3::Obb(it) => format!(
            "{{ obb = {{ center = {}, half_extents = {}, rotation = {} }} }}",
            v(it.center()),
            v(it.half_extents()),
            numbers(&it.rotation().to_array())
        ),
        Shape3::Capsule(it) => format!(
            "{{ capsule = {{ a = {}, b = {}, radius = {} }} }}",
            v(it.a()),
            v(it.b()),
            number(it.radius())
        ),
        Shape3::Sphere(it) => format!(
            "{{ sphere = {{ center = {}, radius = {} }} }}",
            v(it.center()),
            number(it.radius())
        ),
        // Kinds that are never fitted are written as the library serializes them.
        other => match toml::Value::try_from(other) {
            Ok(value) => value.to_string(),
            Err(error) => format!("{error:?}"),
        },
    }
}

//! Hitboxes in the `.qc` text of Source: `$hboxset` and `$hbox`.

use std::io;
use std::path::Path;

use asunder::{Aabb3, Capsule3, Obb3, Pose3, Rot2, Shape3, ShapeError};

use crate::collider::{Collider, Format};
use crate::{GltfError, Model, Warning, file};

/// The hitboxes of a `.qc` file.
///
/// ```
/// use asunder_gltf::Hboxes;
///
/// let text = r#"
///     $hboxset "default"
///     $hbox 1 "ValveBiped.Bip01_Head1" -1.25 -6.5 -3.19  8.25 3.5 3.31  // in the bone's space
///     $hbox 4 "ValveBiped.Bip01_L_Forearm" 0 0 0  10 0 0  0 0 0  2.5
/// "#;
/// let hboxes = Hboxes::parse(text, "player.qc")?.boxes;
/// assert_eq!(hboxes[0].region(), Some("head"));
/// assert_eq!(hboxes[1].shape.kind(), "capsule"); // for it has a radius
/// # Ok::<(), asunder_gltf::GltfError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Hboxes {
    /// In the order of the file, of all sets.
    pub boxes: Vec<Hbox>,
    /// Values that were read differently.
    pub warnings: Vec<Warning>,
}

/// A `$hbox`, in the units of its file: inches, as a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Hbox {
    /// The `$hboxset` it belongs to; `default` before the first.
    pub set: String,
    /// Its hit group, a number whose meaning games define.
    pub group: u32,
    /// The bone it is attached to.
    pub bone: String,
    /// Its own name, if it has one.
    pub name: Option<String>,
    /// The shape in the bone's own space: a capsule if it has a radius, else a box.
    pub shape: Shape3,
    /// Its line in the file, counted from 1.
    pub line: usize,
}

/// The regions of hit groups in the games of Source.
const REGIONS: [&str; 8] = ["head", "chest", "stomach", "arm.l", "arm.r", "leg.l", "leg.r", "neck"];

/// The longest name of a set, in bytes.
const LONGEST: usize = 256;

impl Hboxes {
    /// The largest file that is read, in bytes.
    pub const LARGEST: u64 = 64 << 20;

    /// Reads a `.qc` file; its other commands are ignored, also included files.
    ///
    /// # Errors
    /// If the file cannot be read, is no regular file, not UTF-8 or larger than
    /// [`LARGEST`](Self::LARGEST); and as for [`parse`](Self::parse).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GltfError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let failed = |cause| GltfError::Io { file: file.clone(), cause };
        let bytes = file::read_file(path, Self::LARGEST).map_err(failed)?;
        let text = str::from_utf8(&bytes).map_err(|error| {
            let place = error.valid_up_to() + 1;
            failed(io::Error::other(format!("byte {place} is not UTF-8; save the file as UTF-8")))
        })?;
        Self::parse(text, &file)
    }

    /// Reads the hitboxes in the text of a `.qc` file; its other commands are ignored.
    ///
    /// A line is `$hbox GROUP BONE MIN MAX`, since Counter-Strike: Global Offensive with angles
    /// (pitch, yaw, roll in degrees: about y, z, x, roll first) and a radius behind, then a name.
    /// With a radius above 0 it is a capsule from MIN to MAX, which the angles do not rotate.
    ///
    /// `file` names the file in messages.
    ///
    /// # Errors
    /// If a `$hbox` lacks a part, or a number is invalid.
    pub fn parse(text: &str, file: &str) -> Result<Self, GltfError> {
        let (mut boxes, mut warnings) = (Vec::new(), Vec::new());
        let mut set = String::from("default");
        let mut inside_comment = false;
        for (index, line) in text.lines().enumerate() {
            let words = words(line, &mut inside_comment);
            let place = Line { file, number: index + 1 };
            let Some((command, arguments)) = words.split_first() else { continue };
            if command.text.eq_ignore_ascii_case("$hboxset") {
                let name = arguments.first();
                let name = name.ok_or_else(|| place.invalid("nothing", "the name of a set"))?;
                // Each hitbox of the set copies it.
                if name.text.len() > LONGEST {
                    let found = format!("a name of {} bytes", name.text.len());
                    return Err(place.invalid(found, format!("at most {LONGEST} bytes")));
                }
                set.clone_from(&name.text);
            } else if command.text.eq_ignore_ascii_case("$hbox") {
                boxes.push(hbox(&place, arguments, &set, &mut warnings)?);
            }
        }
        Ok(Self { boxes, warnings })
    }
}

impl Hbox {
    /// The region of its hit group, such as `head` or `arm.l`; `None` for group 0.
    #[must_use]
    pub fn region(&self) -> Option<&'static str> {
        let index = usize::try_from(self.group).ok()?.checked_sub(1)?;
        REGIONS.get(index).copied()
    }

    /// The hitbox in other units: `0.0254` for metres.
    ///
    /// # Errors
    /// If the factor is negative or takes the shape too far out.
    pub fn scaled(&self, factor: f32) -> Result<Self, ShapeError> {
        let scaled = |v: asunder::glam::Vec3| v.to_array().map(|x| x * factor);
        let shape = match &self.shape {
            Shape3::Aabb(aabb) => Aabb3::try_new(scaled(aabb.min()), scaled(aabb.max()))?.into(),
            Shape3::Obb(obb) => {
                let half_extents = scaled(obb.half_extents());
                Obb3::try_new(scaled(obb.center()), half_extents, obb.rotation())?.into()
            }
            Shape3::Capsule(capsule) => {
                let radius = capsule.radius() * factor;
                Capsule3::try_new(scaled(capsule.a()), scaled(capsule.b()), radius)?.into()
            }
            other => other.clone(),
        };
        Ok(Self { shape, ..self.clone() })
    }

    /// The hitbox in a bone's space with other axes: rotated by a quaternion (x, y, z, w) of any length but
    /// 0, from the axes of the file's bones to those of the model's.
    ///
    /// Source is z-up, its bones lie along their x axes, and a `$hbox` is in the axes of its bone.
    /// Exporters that keep those axes need no rotation; one that brings every node to y-up by itself, as x, y,
    /// z to x, z, −y, needs `[-1, 0, 0, 1]`, and one that makes bones lie along y `[0, 0, 1, 1]`.
    ///
    /// # Errors
    /// If the quaternion is zero or not finite.
    pub fn rotated(&self, rotation: [f32; 4]) -> Result<Self, ShapeError> {
        let shape = self.shape.try_transformed(&Pose3::new([0.0; 3], rotation))?;
        Ok(Self { shape, ..self.clone() })
    }

    /// The hitbox as a collider on the node with its bone's name, which is compared without case, as in
    /// Source.
    ///
    /// # Errors
    /// [`GltfError::NotFound`] if there is no such node; it lists the nodes.
    pub fn on(&self, model: &Model) -> Result<Collider, GltfError> {
        let same = |name: &String| name.eq_ignore_ascii_case(&self.bone);
        let node = match model.nodes.iter().position(|node| same(&node.name)) {
            Some(node) => node,
            None => model.node(&self.bone)?,
        };
        let name = self.name.clone().unwrap_or_else(|| format!("{}.hitbox", self.bone));
        Ok(Collider {
            region: self.region().map(str::to_owned),
            format: Format::Source,
            path: format!("line {}", self.line),
            ..Collider::new(node, name, self.shape.clone())
        })
    }
}

struct Line<'a> {
    file: &'a str,
    number: usize,
}

impl Line<'_> {
    fn invalid(&self, value: impl Into<String>, expected: impl Into<String>) -> GltfError {
        GltfError::Invalid {
            file: self.file.to_owned(),
            path: format!("line {}: $hbox", self.number),
            value: value.into(),
            expected: expected.into(),
        }
    }

    fn number(&self, word: Option<&Word>, what: &str) -> Result<f32, GltfError> {
        let text = word.map_or("nothing", |word| &word.text);
        let number = text.parse::<f32>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.invalid(text, format!("a number for {what}")))
    }
}

fn hbox(
    place: &Line<'_>,
    arguments: &[Word],
    set: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Hbox, GltfError> {
    let mut warn = |message: &str| {
        warnings.push(Warning::new(format!("line {}", place.number), message));
    };
    let word = |index: usize| arguments.get(index);
    let group = word(0).map_or("nothing", |word| &word.text);
    let group =
        group.parse().map_err(|_| place.invalid(group, "a hit group, a whole number from 0 up"))?;
    let bone = word(1).ok_or_else(|| place.invalid("nothing", "the name of a bone"))?.text.clone();
    let mut corners = [[0.0; 3]; 2];
    for (i, number) in corners.as_flattened_mut().iter_mut().enumerate() {
        let what = ["min x", "min y", "min z", "max x", "max y", "max z"][i];
        *number = place.number(word(2 + i), what)?;
    }
    // After the corners: three angles, a radius, words.
    let is_number = |word: &&Word| !word.quoted && word.text.parse::<f32>().is_ok();
    let mut rest = arguments.get(8..).unwrap_or_default();
    let mut angles = [0.0; 3];
    if rest.first().filter(is_number).is_some() {
        for (i, angle) in angles.iter_mut().enumerate() {
            *angle = place.number(rest.get(i), ["pitch", "yaw", "roll"][i])?;
        }
        rest = rest.get(3..).unwrap_or_default();
    }
    let mut radius = -1.0;
    if let Some(word) = rest.first().filter(is_number) {
        radius = place.number(Some(word), "the radius")?;
        rest = &rest[1..];
    }
    let name = rest.last().map(|word| word.text.clone());

    let rotated = angles.iter().any(|angle| *angle != 0.0);
    let shape = if radius > 0.0 {
        if rotated {
            warn("the angles of a capsule do not turn it, and are left out");
        }
        Capsule3::try_new(corners[0], corners[1], radius).map(Shape3::from)
    } else {
        for axis in 0..3 {
            if corners[0][axis] > corners[1][axis] {
                warn("min is above max; they are taken in the other order");
                let [min, max] = &mut corners;
                std::mem::swap(&mut min[axis], &mut max[axis]);
            }
        }
        let aabb = Aabb3::try_new(corners[0], corners[1]).map(|aabb| (aabb, rotated));
        aabb.and_then(|(aabb, rotated)| {
            if rotated {
                aabb.try_transformed(&Pose3::new([0.0; 3], rotation(angles))).map(Shape3::from)
            } else {
                Ok(aabb.into())
            }
        })
    };
    let shape = shape.map_err(|error| place.invalid(error.to_string(), "a shape"))?;
    Ok(Hbox { set: set.to_owned(), group, bone, name, shape, line: place.number })
}

/// The rotation by Source's angles in degrees: roll about x, then pitch about y, then yaw about z.
fn rotation([pitch, yaw, roll]: [f32; 3]) -> [f32; 4] {
    let half = |angle: f32| {
        let Rot2 { cos, sin } = Rot2::degrees(angle / 2.0);
        (f64::from(sin), f64::from(cos))
    };
    let ((sp, cp), (sy, cy), (sr, cr)) = (half(pitch), half(yaw), half(roll));
    [
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    ]
    .map(|x| x as f32)
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    text: String,
    quoted: bool,
}

/// The words of a line without its comments (`//`, `;`, `#` and `/* … */`, which may go on).
fn words(line: &str, inside_comment: &mut bool) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        if *inside_comment {
            let Some(end) = rest.find("*/") else { return words };
            rest = &rest[end + 2..];
            *inside_comment = false;
        }
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/*") {
            *inside_comment = true;
            rest = after;
        } else if rest.is_empty() || rest.starts_with("//") || rest.starts_with([';', '#']) {
            return words;
        } else if let Some(text) = rest.strip_prefix('"') {
            let end = text.find('"').unwrap_or(text.len());
            words.push(Word { text: text[..end].to_owned(), quoted: true });
            rest = text.get(end + 1..).unwrap_or_default();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
            words.push(Word { text: rest[..end].to_owned(), quoted: false });
            rest = &rest[end..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_quotes() {
        let mut comment = false;
        let texts = |line: &str, comment: &mut bool| {
            words(line, comment).into_iter().map(|word| word.text).collect::<Vec<_>>()
        };
        assert_eq!(texts(r#"$hbox 1 "a b"2 // c"#, &mut comment), ["$hbox", "1", "a b", "2"]);
        assert_eq!(texts("a /* b */ c /* d", &mut comment), ["a", "c"]);
        assert_eq!(texts("e */ f ; g", &mut comment), ["f"]);
        assert_eq!(texts(r#"# $hbox"#, &mut comment), [""; 0]);
        assert!(!comment);
    }

    #[test]
    fn angles_turn_about_y_z_and_x_with_roll_first() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(rotation([90.0, 0.0, 0.0]), [0.0, half, 0.0, half]);
        assert_eq!(rotation([0.0, 90.0, 0.0]), [0.0, 0.0, half, half]);
        assert_eq!(rotation([0.0, 0.0, 90.0]), [half, 0.0, 0.0, half]);
        // Roll maps y to z, which yaw keeps; x becomes y.
        let obb = Obb3::new([0.0; 3], [1.0; 3], rotation([0.0, 90.0, 90.0]));
        let near =
            |v: asunder::glam::Vec3, w: [f32; 3]| (v - asunder::glam::Vec3::from(w)).length();
        let [x, y, _] = obb.axes();
        assert!(near(x, [0.0, 1.0, 0.0]) < 1e-6 && near(y, [0.0, 0.0, 1.0]) < 1e-6, "{x} {y}");
    }
}

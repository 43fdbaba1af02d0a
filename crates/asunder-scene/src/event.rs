//! Events of a scene, with the names of colliders.

use serde::Serialize;
use std::fmt;

/// An event between two named colliders.
///
/// It prints as a line of text and serializes as an object:
///
/// ```
/// # let scene = "ticks = 0\n[[sprite]]\nname = 'a'\nsize = [1, 1]\nposition = [0, 0]
/// # [[sprite]]\nname = 'b'\nsize = [1, 1]\nposition = [1, 0]";
/// # let scene = asunder_scene::Scene::from_toml(scene, "scene.toml").unwrap();
/// # let mut runner = asunder_scene::Runner::new(&scene).unwrap();
/// let events = runner.step().unwrap().unwrap();
/// assert_eq!(events[0].to_string(), "tick     0  enter      a -> b");
/// let json = r#"{"tick":0,"event":"enter","a":"a","b":"b"}"#;
/// assert_eq!(serde_json::to_string(&events[0]).unwrap(), json);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedEvent {
    /// The tick; the scene as written is tick 0.
    pub tick: u32,
    /// The kind of event.
    #[serde(rename = "event")]
    pub kind: EventKind,
    /// The collider inserted first, or the mover, or the attacking hitbox, or who is crushed, or an owner.
    pub a: String,
    /// The other collider, or the obstacle of the mover, or the victim, or the carrier, or the other owner.
    pub b: String,
    /// What stopped `a`, which `b` crushed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The part of the level that is `a` or `b`, if one of them is. `None` at the end of a contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<LevelPart>,
    /// The impact, of a blocked mover or a hit.
    #[serde(flatten)]
    pub impact: Option<Impact>,
}

/// A triangle of a level.
///
/// It prints as `triangle 17 of stairs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelPart {
    /// Its number in the level: of all triangles in the order of the file's nodes.
    pub triangle: u32,
    /// The node in the file that it belongs to.
    pub node: String,
}

impl fmt::Display for LevelPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "triangle {} of {}", self.triangle, self.node)
    }
}

/// The kinds of event, as [`asunder::world::Event`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EventKind {
    /// The first colliders of two owners came into contact: `a` and `b` are entries of the scene. In its
    /// tick it comes before the colliders' own events.
    Meet,
    /// No collider of two owners is in contact with one of the other's any more.
    Part,
    /// They came into contact.
    Enter,
    /// They are no longer in contact.
    Exit,
    /// The mover `a` was first stopped by `b`.
    Blocked,
    /// The mover `a` is no longer stopped by `b`.
    Unblocked,
    /// An attack with `a` hit `b`.
    Hit,
    /// The carrier `b` pushed `a` against what stopped it.
    Crushed,
}

impl EventKind {
    /// All kinds, in the order in which a summary counts them.
    pub const ALL: [Self; 8] = [
        Self::Meet,
        Self::Part,
        Self::Enter,
        Self::Exit,
        Self::Blocked,
        Self::Unblocked,
        Self::Hit,
        Self::Crushed,
    ];

    /// Its name in a line of text and in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Meet => "meet",
            Self::Part => "part",
            Self::Enter => "enter",
            Self::Exit => "exit",
            Self::Blocked => "blocked",
            Self::Unblocked => "unblocked",
            Self::Hit => "hit",
            Self::Crushed => "crushed",
        }
    }
}

/// The impact of a mover on its obstacle, or of an attack on its victim. Vectors have as many components
/// as there are dimensions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Impact {
    /// A lower bound of the distance that remains between the mover and its obstacle; `None` for a hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f32>,
    /// The time of impact as a fraction of the tick's motion, never late.
    pub fraction: f32,
    /// The contact point, on the obstacle or the victim.
    pub point: Vec<f32>,
    /// The unit normal there, toward the mover or the attacker.
    pub normal: Vec<f32>,
}

impl fmt::Display for NamedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tick, kind, a, b, against, part, impact } = self;
        write!(f, "tick {tick:5}  {:<9}  {a} -> {b}", kind.word())?;
        if let Some(against) = against {
            write!(f, "  against {against}")?;
        }
        if let Some(part) = part {
            write!(f, "  {part}")?;
        }
        let Some(Impact { gap, fraction, point, .. }) = impact else { return Ok(()) };
        match gap {
            Some(gap) => write!(f, "  gap {gap:?} at {point:?}, fraction {fraction:?}"),
            None => write!(f, "  at {point:?}, fraction {fraction:?}"),
        }
    }
}

/// The number of events of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Owners that met.
    pub meet: u64,
    /// Owners that parted.
    pub part: u64,
    /// Contacts that began.
    pub enter: u64,
    /// Contacts that ended.
    pub exit: u64,
    /// Movers stopped.
    pub blocked: u64,
    /// Movers no longer stopped.
    pub unblocked: u64,
    /// Victims hit.
    pub hit: u64,
    /// Bodies crushed.
    pub crushed: u64,
}

impl Tally {
    pub(crate) fn count(&mut self, kind: EventKind) {
        *match kind {
            EventKind::Meet => &mut self.meet,
            EventKind::Part => &mut self.part,
            EventKind::Enter => &mut self.enter,
            EventKind::Exit => &mut self.exit,
            EventKind::Blocked => &mut self.blocked,
            EventKind::Unblocked => &mut self.unblocked,
            EventKind::Hit => &mut self.hit,
            EventKind::Crushed => &mut self.crushed,
        } += 1;
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The summary of a run.
///
/// It prints as a few lines of text; serialized it is the object that ends a run's JSON Lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The last tick that was run.
    pub ticks: u32,
    /// The number of ticks per second.
    pub ticks_per_second: u32,
    /// The number of colliders.
    pub colliders: usize,
    /// The number of triangles of the level, which is one of them.
    #[serde(skip_serializing_if = "is_zero")]
    pub level_triangles: usize,
    /// The numbers of events.
    pub events: Tally,
    /// The pairs still in contact, in the order of the colliders.
    pub in_contact: Vec<(String, String)>,
    /// A hash of the lines of all events, in hexadecimal: equal runs have equal hashes.
    pub hash: String,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ticks, ticks_per_second, colliders, level_triangles, events, in_contact, hash } =
            self;
        let Tally { meet, part, enter, exit, blocked, unblocked, hit, crushed } = events;
        write!(f, "{ticks} ticks at {ticks_per_second} per second, {colliders} colliders")?;
        match level_triangles {
            0 => writeln!(f)?,
            _ => writeln!(f, ", of which one is a level of {level_triangles} triangles")?,
        }
        writeln!(
            f,
            "{enter} enter, {exit} exit, {blocked} blocked, {unblocked} unblocked, {hit} hit"
        )?;
        if *meet > 0 {
            writeln!(f, "{meet} meet, {part} part, of owners")?;
        }
        if *crushed > 0 {
            writeln!(f, "{crushed} crushed")?;
        }
        writeln!(f, "{} still in contact", in_contact.len())?;
        for (a, b) in in_contact {
            writeln!(f, "  {a} -> {b}")?;
        }
        write!(f, "hash of the events {hash}")
    }
}

/// A hash of text, the same on every platform: FNV-1a, 64 bits (Fowler, Noll and Vo).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the line of a value's `Display`.
    pub(crate) fn add_line(&mut self, line: &impl fmt::Display) {
        // A hash accepts any text.
        let _ = fmt::Write::write_fmt(self, format_args!("{line}\n"));
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn fnv_1a_has_its_published_values() {
        assert_eq!(Fnv::new().hex(), "cbf29ce484222325");
        let mut hash = Fnv::new();
        hash.add("foo");
        hash.add("bar");
        assert_eq!(hash.hex(), "85944171f73967e8");
    }
}

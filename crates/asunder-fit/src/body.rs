//! The regions of a body: by the names of bones, and where those say too little, by their place in the
//! skeleton.

use crate::region::{Guess, Side, guess, has_word, normalized, side_of, suffix};
use crate::skeleton::Skeleton;
use asunder_gltf::Model;

/// A part of a body. A limb's part has a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyPart {
    Head,
    Neck,
    Chest,
    Stomach,
    Hips,
    Shoulder,
    Arm,
    Forearm,
    Hand,
    Thigh,
    Shin,
    /// A leg that is one piece.
    Leg,
    Foot,
}

use BodyPart::{
    Arm, Chest, Foot, Forearm, Hand, Head, Hips, Leg, Neck, Shin, Shoulder, Stomach, Thigh,
};

const NAMES: [(&str, BodyPart); 13] = [
    ("head", Head),
    ("neck", Neck),
    ("chest", Chest),
    ("stomach", Stomach),
    ("hips", Hips),
    ("shoulder", Shoulder),
    ("arm", Arm),
    ("forearm", Forearm),
    ("hand", Hand),
    ("thigh", Thigh),
    ("shin", Shin),
    ("leg", Leg),
    ("foot", Foot),
];

/// The most bones that are looked at as one kind of limb: far more than any body has, but few enough that
/// all may be compared with all.
const MOST_OF_A_LIMB: usize = 64;

/// Words of what is worn or held, which is no part of the body even where it hangs on one.
const PROPS: [&str; 18] = [
    "cape", "cloak", "coat", "skirt", "scarf", "weapon", "sword", "shield", "gun", "bow", "axe",
    "staff", "wand", "hat", "helm", "slot", "socket", "prop",
];
/// Words of joints beside a limb's own, which share in moving its skin.
const HELPERS: [&str; 4] = ["twist", "roll", "helper", "ik"];

impl BodyPart {
    fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, part)| part)
    }

    fn name(self) -> &'static str {
        NAMES.iter().find(|(_, part)| *part == self).map_or("", |&(name, _)| name)
    }

    fn is_trunk(self) -> bool {
        matches!(self, Head | Neck | Chest | Stomach | Hips)
    }
}

/// The region of a bone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// The part of the body; `None` of a prop, a tail, a wing, or a bone that nothing is known of.
    pub(crate) part: Option<BodyPart>,
    pub(crate) side: Option<Side>,
    /// The name: `forearm.l`; without a part that of the bone.
    pub(crate) name: String,
    /// Whether bones of the same name belong together: those of a body's part, or of a region that the
    /// user named.
    pub(crate) is_shared: bool,
}

impl Region {
    fn of_part(part: BodyPart, side: Option<Side>) -> Self {
        let side = side.filter(|_| !part.is_trunk());
        let name = format!("{}{}", part.name(), suffix(side));
        Self { part: Some(part), side, name, is_shared: true }
    }

    /// The region of a bone that is part of no body: named as the bone is.
    pub(crate) fn of_no_body(bone: &str) -> Self {
        let side = side_of(bone).map(|(side, _)| side);
        Self { part: None, side, name: normalized(bone), is_shared: false }
    }

    /// The region of a name that the user gave.
    pub(crate) fn given(name: &str) -> Self {
        let (stem, side) = match name.rsplit_once('.') {
            Some((stem, "l")) => (stem, Some(Side::Left)),
            Some((stem, "r")) => (stem, Some(Side::Right)),
            _ => (name, None),
        };
        Self { part: BodyPart::named(stem), side, name: name.to_owned(), is_shared: true }
    }

    /// Whether it is a part of the trunk, or the head: it lies across the mirror plane.
    pub(crate) fn is_central(&self) -> bool {
        self.part.is_some_and(BodyPart::is_trunk)
    }

    /// Whether hitboxes of both are one region's.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.is_shared && other.is_shared && self.name == other.name
    }

    pub(crate) fn is(&self, part: BodyPart) -> bool {
        self.part == Some(part)
    }
}

/// The regions of a model's bones. `used` says which move vertices; the others are no evidence of what
/// is where, as controls of an animator hang anywhere.
pub(crate) fn regions(model: &Model, skeleton: &Skeleton, used: &[bool]) -> Vec<Region> {
    let names: Vec<&str> =
        skeleton.nodes.iter().map(|&node| model.nodes[node].name.as_str()).collect();
    let guesses: Vec<Option<Guess>> = names.iter().map(|name| guess(name)).collect();
    let mut body = Body {
        parents: &skeleton.parents,
        used,
        names: &names,
        guesses: &guesses,
        parts: guesses.iter().map(|it| BodyPart::named(it.as_ref()?.region)).collect(),
        sides: guesses.iter().map(|it| it.as_ref()?.side).collect(),
        order: skeleton.children_first(model).into_iter().rev().collect(),
    };
    body.place_limb(Arm, &[Arm, Forearm, Hand]);
    body.place_limb(Leg, &[Thigh, Shin, Foot]);
    body.place_first_joint(Shoulder, Forearm, Arm);
    body.place_first_joint(Hips, Shin, Thigh);
    body.place_trunk();
    body.place_head();
    body.inherit(|bone| skeleton.bindings[bone].is_some());
    let region = |bone: usize| match body.parts[bone] {
        Some(part) => Region::of_part(part, body.sides[bone]),
        None => {
            let (name, side) = (normalized(names[bone]), guesses[bone].and_then(|it| it.side));
            let name = guesses[bone].map_or(name, |it| format!("{}{}", it.region, suffix(it.side)));
            Region { part: None, side, name, is_shared: false }
        }
    };
    (0..names.len()).map(region).collect()
}

/// The bones while their parts are found.
struct Body<'a> {
    parents: &'a [Option<usize>],
    used: &'a [bool],
    names: &'a [&'a str],
    guesses: &'a [Option<Guess>],
    parts: Vec<Option<BodyPart>>,
    sides: Vec<Option<Side>>,
    /// Every bone, each after its parent.
    order: Vec<usize>,
}

impl Body<'_> {
    /// The bone's ancestors, from its parent up.
    fn ancestors(&self, bone: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.parents[bone], |&above| self.parents[above])
    }

    fn is_generic(&self, bone: usize) -> bool {
        self.guesses[bone].is_some_and(|it| it.is_generic)
    }

    /// Bones of a limb whose names say no more than the limb, one below another: the first is its first
    /// part, and so on. One alone stays what it is; a leg below a thigh is a shin (as Mixamo's `LeftLeg`
    /// below `LeftUpLeg`), and above a shin a thigh.
    fn place_limb(&mut self, limb: BodyPart, parts: &[BodyPart; 3]) {
        let of_either = |bone: &usize| {
            self.parts[*bone].is_some_and(|it| it == limb || it == parts[0] || it == parts[1])
        };
        if (0..self.parts.len()).filter(of_either).count() > MOST_OF_A_LIMB {
            return;
        }
        let of_limb = |bone: usize| {
            self.used[bone]
                && self.parts[bone] == Some(limb)
                && self.is_generic(bone)
                && !has_word(self.names[bone], &HELPERS)
        };
        let mut placed = Vec::new();
        for bone in (0..self.parts.len()).filter(|&bone| of_limb(bone)) {
            let same = |other: &usize| of_limb(*other) && self.sides[*other] == self.sides[bone];
            let is_below = |part: BodyPart, below: usize, above: usize| {
                self.parts[below] == Some(part)
                    && self.sides[below] == self.sides[above]
                    && self.ancestors(below).any(|it| it == above)
            };
            let above = self.ancestors(bone).filter(same).count();
            let all = 0..self.parts.len();
            let has_below = all.clone().filter(same).any(|it| is_below(limb, it, bone));
            let named_above = all.clone().any(|it| {
                self.parts[it] == Some(parts[0])
                    && parts[0] != limb
                    && self.sides[it] == self.sides[bone]
                    && self.ancestors(bone).any(|above| above == it)
            });
            let named_below = all.clone().any(|it| self.used[it] && is_below(parts[1], it, bone));
            let index = match (above, has_below) {
                _ if named_above => 1 + above,
                (0, false) if named_below => 0,
                (0, false) => continue,
                (above, _) => above,
            };
            placed.push((bone, parts[index.min(2)]));
        }
        for (bone, part) in placed {
            self.parts[bone] = Some(part);
        }
    }

    /// A joint named after where a limb begins moves its first part, where no bone is named after that:
    /// `shoulder`, `elbow`, `wrist` are an arm, a forearm and a hand.
    fn place_first_joint(&mut self, joint: BodyPart, second: BodyPart, first: BodyPart) {
        let all = 0..self.parts.len();
        let of_joint = |bone: &usize| self.parts[*bone] == Some(joint);
        if all.clone().filter(of_joint).count() > MOST_OF_A_LIMB {
            return;
        }
        let found: Vec<usize> = all
            .clone()
            .filter(|&bone| {
                let same = |other: usize, part: BodyPart| {
                    self.parts[other] == Some(part) && self.sides[other] == self.sides[bone]
                };
                self.used[bone]
                    && self.parts[bone] == Some(joint)
                    && self.sides[bone].is_some()
                    && !all.clone().any(|other| self.used[other] && same(other, first))
                    && all
                        .clone()
                        .any(|other| same(other, second) && self.parents[other] == Some(bone))
            })
            .collect();
        for bone in found {
            self.parts[bone] = Some(first);
        }
    }

    /// The nearest bone above, or at, the bones of both sides that are one of `parts`.
    fn fork(&self, parts: &[BodyPart]) -> Option<usize> {
        let first = |side: Side| {
            let is_limb = |bone: usize| {
                self.used[bone]
                    && self.sides[bone] == Some(side)
                    && self.parts[bone].is_some_and(|part| parts.contains(&part))
            };
            self.order.iter().copied().find(|&bone| is_limb(bone))
        };
        let (left, right) = (first(Side::Left)?, first(Side::Right)?);
        let mut is_above = vec![false; self.parts.len()];
        self.ancestors(left).for_each(|bone| is_above[bone] = true);
        self.ancestors(right).find(|&bone| is_above[bone])
    }

    /// The trunk, from the hips to where the arms begin. Names such as `spine` say no more than that: the
    /// lower half is the stomach, the rest the chest. Without a bone called so, the hips are where the legs
    /// begin.
    fn place_trunk(&mut self) {
        let legs = self.fork(&[Thigh, Leg, Shin]);
        let is_open = |body: &Self, bone: usize| {
            body.parts[bone].is_none() && body.guesses[bone].is_none() || body.is_generic(bone)
        };
        let hips = self
            .order
            .iter()
            .copied()
            .find(|&bone| self.used[bone] && self.parts[bone] == Some(Hips))
            .or_else(|| legs.filter(|&bone| self.used[bone] && is_open(self, bone)));
        let top = self.fork(&[Shoulder, Arm, Forearm]);
        // 3ds Max hangs the arms on the neck.
        let top = top.and_then(|top| {
            let mut at = [top].into_iter().chain(self.ancestors(top));
            at.find(|&bone| !matches!(self.parts[bone], Some(Neck | Head)))
        });
        let Some(hips) = hips else { return };
        self.parts[hips] = Some(Hips);
        let Some(top) = top else { return };
        let mut is_below = vec![false; self.parts.len()];
        [hips].into_iter().chain(self.ancestors(hips)).for_each(|bone| is_below[bone] = true);
        let mut trunk: Vec<usize> = [top]
            .into_iter()
            .chain(self.ancestors(top))
            .take_while(|&bone| !is_below[bone])
            .filter(|&bone| self.used[bone])
            .collect();
        trunk.reverse();
        let lower = trunk.len() / 2;
        for (index, &bone) in trunk.iter().enumerate() {
            if is_open(self, bone) {
                self.parts[bone] = Some(if index < lower { Stomach } else { Chest });
            }
        }
    }

    /// The last of several necks is the head, where nothing is called so.
    fn place_head(&mut self) {
        let is = |body: &Self, bone: usize, part: BodyPart| {
            body.used[bone] && body.parts[bone] == Some(part)
        };
        if (0..self.parts.len()).any(|bone| is(self, bone, Head)) {
            return;
        }
        let necks: Vec<usize> =
            self.order.iter().copied().filter(|&bone| is(self, bone, Neck)).collect();
        if let [_, .., last] = necks[..] {
            self.parts[last] = Some(Head);
        }
    }

    /// Joints that nothing is known of belong to the limb or the head they hang on: fingers, twist bones,
    /// ears, hair; but not what is worn or held.
    fn inherit(&mut self, is_joint: impl Fn(usize) -> bool) {
        for &bone in &self.order {
            let Some(above) = self.parents[bone] else { continue };
            let Some(part) = self.parts[above] else { continue };
            if self.parts[bone].is_none()
                && self.guesses[bone].is_none()
                && is_joint(bone)
                && !matches!(part, Chest | Stomach | Hips | Neck)
                && !has_word(self.names[bone], &PROPS)
            {
                self.parts[bone] = Some(part);
                self.sides[bone] = self.sides[above];
            }
        }
    }
}

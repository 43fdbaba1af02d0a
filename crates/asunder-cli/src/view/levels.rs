//! The levels of a recording, which holds their hashes: looked up among files, and among the meshes that it
//! draws.

use asunder::glam::Vec3;
use asunder::recording::{ColliderRecord, RecordedWorld};
use asunder::{Affine3, Level, Level3, Mesh3, Vector};
use std::collections::BTreeMap;

/// Levels by hash; `None` of one that was looked for and not found.
#[derive(Debug)]
pub(super) struct Levels {
    known: BTreeMap<u64, Option<Level3>>,
    /// What is said of those that were not found.
    pub(super) missing: Vec<String>,
}

impl Levels {
    pub(super) fn new(given: &[Mesh3]) -> Self {
        let levels = given.iter().map(|mesh| Level3::from(mesh.clone()));
        let known = levels.map(|level| (level.hash(), Some(level))).collect();
        Self { known, missing: Vec::new() }
    }

    /// The level of a collider.
    pub(super) fn find(
        &mut self,
        world: &RecordedWorld<Vec3>,
        collider: &ColliderRecord<Vec3>,
        hash: u64,
    ) -> Option<Level3> {
        if let Some(known) = self.known.get(&hash) {
            return known.clone();
        }
        let drawn = world
            .skins
            .iter()
            .filter(|skin| skin.body == collider.id.body && skin.joints == [Affine3::identity()]);
        let meshes = drawn.filter_map(|skin| {
            let (vertices, triangles) = (&skin.mesh.positions, &skin.mesh.triangles);
            Mesh3::try_new(vertices.iter().copied(), triangles.iter().copied()).ok()
        });
        let found = meshes.map(Level3::from).find(|level| level.hash() == hash);
        match found {
            Some(level) => {
                self.known.insert(hash, Some(level.clone()));
                Some(level)
            }
            None => self.miss(&collider.labels.name, hash),
        }
    }

    /// Notes that a level was not found.
    pub(super) fn miss<V: Vector>(&mut self, name: &str, hash: u64) -> Option<Level<V>> {
        if self.known.insert(hash, None).is_none() {
            self.missing.push(format!(
                "the level {name:?} is not drawn: the recording holds its hash {hash:016x} alone; give its \
                 file with --level, or record it with --meshes"
            ));
        }
        None
    }

    pub(super) fn is_found(&self, hash: u64) -> bool {
        self.known.get(&hash).is_some_and(Option::is_some)
    }
}

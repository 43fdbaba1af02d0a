use super::*;
use glam::Vec2;

/// Whoever settles and asks, and never wants pairs: nothing piles up meanwhile.
#[test]
fn lists_are_as_long_as_what_is_there() {
    let mut tree = Bvh::<Vec2>::default();
    let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
    (0..40).for_each(|id| tree.upsert(id, &unit, BodyKind::Moving));
    for round in 0..1000 {
        tree.upsert(round % 50, &unit, BodyKind::Moving);
        if round % 3 == 0 {
            tree.settle();
        }
        tree.remove(round % 50);
    }
    let Hierarchy { ids, moved, dirty, waiting, marks, .. } = &tree.moving;
    assert!(ids.len() < 40 + 8 * 16, "{}", ids.len());
    assert!(moved.len() <= marks.len() && dirty.len() <= marks.len(), "{moved:?} {dirty:?}");
    assert!(waiting.len() <= 50, "{}", waiting.len());
}

/// Boxes in one place of whose pairs none is kept: eight million are found, and few at a time.
#[test]
fn what_is_not_kept_is_not_listed() {
    let mut tree = Bvh::<Vec2>::default();
    let unit = Bounds::from_corners([0.0; 2], [1.0; 2]);
    (0..4000).for_each(|id| tree.upsert(id, &unit, BodyKind::Moving));
    let (mut pairs, mut tools) = (Vec::new(), [(0, 0); PARTS]);
    tree.moved_pairs_filtered(&mut pairs, &mut tools, &|(most, all), sink| {
        let count = sink.pairs().count();
        *most = count.max(*most);
        *all += count;
        sink.pairs().filter(|&(a, b)| b == a + 1).for_each(|pair| sink.keep(pair));
    });
    assert_eq!(tools.iter().map(|tool| tool.1).sum::<usize>(), 4000 * 3999 / 2);
    assert!(pairs.into_iter().eq((0..3999).map(|a| (a, a + 1))));
    assert!(tools.iter().all(|tool| tool.0 <= search::LISTED + 128 * 16), "{tools:?}");
    let held = tree.scratch.found.iter().map(|list| list.keys.capacity() + list.other.capacity());
    let held: usize = held.sum();
    assert!(held <= 4 * PARTS * search::LISTED, "{held} keys for {} boxes", tree.slots.len());
}

/// Two blocks of one family at opposite ends of a large square: what lies between them is beside both.
#[test]
fn a_family_goes_only_where_one_of_its_blocks_leads() {
    let mut tree = Bvh::<Vec2>::default();
    let at = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|x| x as f32);
        Bounds::from_corners([x, y], [x + 0.5, y + 0.5])
    };
    (0..128 * 128).for_each(|id| tree.upsert(id, &at(id % 128, id / 128), BodyKind::Moving));
    tree.rest();
    let corners = (0..32u32).map(|i| (i / 16 * 124 + i % 4, i / 16 * 124 + i / 4 % 4));
    for (id, (x, y)) in (128 * 128..).zip(corners) {
        tree.upsert(id, &at(x, y), BodyKind::Moving);
    }
    tree.settle();
    let moving = &mut tree.moving;
    moving.order_moved();
    assert_eq!(moving.moved, [1024, 1025], "after all others, and under one parent");
    let mut list = PairList::default();
    let (keys, moving) = (Keys::new(tree.slots.len()), &tree.moving);
    PairSearch { from: moving, tree: moving, among: PairSelection::Same, keys }.run(
        &moving.moved,
        core::slice::from_mut(&mut list),
        &mut [()],
        &|(), _| {},
    );
    assert_eq!(list.keys.len(), 32, "each lies on one that was there");
    assert!(list.work < 300, "{}: there are 1026 blocks", list.work);
}

/// A box that comes and goes needs one place out of the order, however often: nothing is ordered
/// anew for it.
#[test]
fn what_comes_and_goes_does_not_wear_the_order() {
    let mut tree = Bvh::<Vec2>::default();
    let at = |x: u32| Bounds::from_corners([x as f32, 0.0], [x as f32 + 0.5, 1.0]);
    (0..1000).for_each(|id| tree.upsert(id, &at(id), BodyKind::Moving));
    let mut places = Vec::new();
    for _ in 0..500 {
        tree.settle();
        let Hierarchy { ids, ordered, holes, .. } = &tree.moving;
        places.push((ids.len(), *ordered, *holes));
        tree.remove(500);
        tree.upsert(500, &at(500), BodyKind::Moving);
    }
    // Its first place stays empty, and the last block has a lane for it.
    assert_eq!(places[0], (1008, 1008, 8));
    assert!(places[1..].iter().all(|&places| places == (1008, 1000, 1)), "{places:?}");
    (0..1000).for_each(|id| tree.remove(id));
    tree.settle();
    let Hierarchy { ids, ordered, holes, len, .. } = &tree.moving;
    assert_eq!(ids.len() - ordered + holes, ids.len() - len, "all is empty, and counted once");
}

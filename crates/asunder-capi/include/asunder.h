/* asunder: exact collision of bounding volumes. A C interface.
 *
 * Every call returns an AsuStatus; results are written only if that is ASU_OK, and
 * asu_last_error_message says what was wrong. A pointer that is not null must point to memory as large
 * as its type, or the count beside it, says. Lists of results take a capacity, and write how many there
 * are, which may be more: ask again with as much room.
 *
 * A function or type that ends in 3 is about space, one that ends in 2 the same in the plane.
 * Handles are numbers, not pointers: one that was destroyed is ASU_STALE. They may be used from any
 * thread; questions run side by side, changes of one thing wait for each other.
 *
 * Made by cbindgen from the crate asunder-capi: do not edit. */

#ifndef ASUNDER_H
#define ASUNDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header: `asu_version` says that of the library, which must have the same major and
// minor number.
#define ASU_VERSION 1000

// The number of no bone.
#define ASU_NO_BONE UINT32_MAX

// The number of no part: of what is no level.
#define ASU_NO_PART UINT32_MAX

// What became of a call. Only after `ASU_OK` are results written.
//
// `asu_last_error_message` says of the last call on this thread that was not `ASU_OK` what was wrong,
// with the name of the argument and the number found.
typedef enum AsuStatus {
    // The call did what it says; its results are written.
    ASU_OK = 0,
    // A pointer is null that must not be, or a handle is zero.
    ASU_NULL = 1,
    // A handle, body, collider or attack is no longer there, or never was.
    ASU_STALE = 2,
    // A number is infinite or NaN.
    ASU_NOT_FINITE = 3,
    // Numbers describe no shape: a negative radius, a rotation of zero, `min` above `max`.
    ASU_INVALID_SHAPE = 4,
    // A matrix is transposed or not affine, or skews a box.
    ASU_INVALID_MATRIX = 5,
    // Another argument is not what was asked for: an unknown kind, a misaligned pointer, an option out
    // of its range.
    ASU_INVALID_ARGUMENT = 6,
    // No shape with finite numbers is the answer: a box around something unbounded.
    ASU_NOT_REPRESENTABLE = 7,
    // The library failed, which is a fault of its own: please report the message.
    ASU_PANIC = 8,
} AsuStatus;

// How one shape contains another.
typedef enum AsuContainment {
    // They share no point.
    ASU_DISJOINT = 0,
    // They share a point, and some of the second is outside of the first.
    ASU_INTERSECTS = 1,
    // The second lies in the first.
    ASU_CONTAINS = 2,
} AsuContainment;

// The side of a plane on which a shape lies.
typedef enum AsuSide {
    // Where the normal points.
    ASU_FRONT = 0,
    // Where it points away from.
    ASU_BACK = 1,
    // On both, or touching the plane.
    ASU_STRADDLING = 2,
} AsuSide;

// The kind of a feature of a shape.
typedef enum AsuFeatureKind {
    // A corner.
    ASU_VERTEX = 0,
    // An edge; in 2D a side.
    ASU_EDGE = 1,
    // A face.
    ASU_FACE = 2,
} AsuFeatureKind;

// Where a ray, segment or motion starts.
typedef enum AsuStarted {
    // Outside of the shape.
    ASU_APART = 0,
    // On its boundary.
    ASU_TOUCHING = 1,
    // Inside of it.
    ASU_OVERLAPPING = 2,
} AsuStarted;

// What an event tells.
typedef enum AsuEventKind {
    // `a` and `b` came into contact.
    ASU_ENTER = 0,
    // `a` and `b` are no longer in contact, for `reason`.
    ASU_EXIT = 1,
    // The mover `a` was stopped by `b`, at `point`, with `normal` and `fraction`.
    ASU_BLOCKED = 2,
    // The mover `a` is no longer stopped by `b`.
    ASU_UNBLOCKED = 3,
    // `attack`, or a collider that is always swept if that is zero, hit `b` with `a`, at `point`, with
    // `normal` and `fraction`; `tag`, `bone` and `region` are those of `b`.
    ASU_HIT = 4,
    // A carrier's collider `b` pushed the body of `a` against the collider `against`.
    ASU_CRUSHED = 5,
} AsuEventKind;

// Why a contact ended.
typedef enum AsuExitReason {
    // They moved apart, or no longer respond to one another.
    ASU_PARTED = 0,
    // One of them, or both, left the world.
    ASU_REMOVED = 1,
} AsuExitReason;

// What a collider was at the last step.
typedef enum AsuColliderState {
    // Neither in contact nor blocked.
    ASU_IDLE = 0,
    // In contact with another.
    ASU_IN_CONTACT = 1,
    // A mover that met an obstacle, or the obstacle it met.
    ASU_STOPPED = 2,
} AsuColliderState;

// What became of a claimed shot.
typedef enum AsuShotFinding {
    // The claimed moment is further back than the history goes, so that nothing was looked at.
    ASU_TOO_OLD = 0,
    // It hit the victim, and nothing before.
    ASU_SHOT_HIT = 1,
    // It would have hit the victim, but for something in the way.
    ASU_SHOT_BLOCKED = 2,
    // It missed the victim.
    ASU_SHOT_MISSED = 3,
    // The victim was not there, or the filter admits none of its colliders.
    ASU_NOT_THERE = 4,
    // It went through the air of the victim's hitboxes and missed the skin behind them.
    ASU_SHOT_GRAZED = 5,
} AsuShotFinding;

// The kind of a shape: which member of its union holds the numbers.
typedef enum AsuShapeKind {
    // `point`.
    ASU_POINT = 1,
    // `segment`: every point between two.
    ASU_SEGMENT = 2,
    // `ray`: origin + t direction, t >= 0.
    ASU_RAY = 3,
    // `plane`; in 2D a line.
    ASU_PLANE = 4,
    // `half_space`: every point on one side of a plane, and the plane.
    ASU_HALF_SPACE = 5,
    // `sphere`; in 2D a circle, with its interior.
    ASU_SPHERE = 6,
    // `capsule`: every point within a radius of a segment.
    ASU_CAPSULE = 7,
    // `aabb`: a box along the coordinate axes.
    ASU_AABB = 8,
    // `obb`: an oriented box.
    ASU_OBB = 9,
    // `triangle`, with its interior.
    ASU_TRIANGLE = 10,
    // `frustum`: every point in all of one to six half-spaces.
    ASU_FRUSTUM = 11,
    // `convex_hull`: the least convex set around points; in 2D a polygon.
    ASU_CONVEX_HULL = 12,
    // `parallelepiped`: a box that may be sheared; in 2D a parallelogram.
    ASU_PARALLELEPIPED = 13,
    // `perspective`: what a camera sees, by its position, rotation and slopes. In 3D only.
    ASU_PERSPECTIVE = 14,
    // `projection`: what a camera sees, by its view-projection matrix. In 3D only.
    ASU_PROJECTION = 15,
    // `prepared_obb`: an oriented box with its axes, as `asu_prepare3` computes them.
    ASU_PREPARED_OBB = 16,
    // `stored`: the handle of a convex hull or frustum that the library keeps, as `asu_prepare3` makes it.
    ASU_STORED = 17,
} AsuShapeKind;

// How sixteen floats hold a matrix.
typedef enum AsuLayout {
    // `XMFLOAT4X4`, `XMMATRIX`, `D3DXMATRIX`: row vectors, row after row; the translation of a world
    // matrix is at 12, 13, 14.
    ASU_DIRECTX = 1,
    // Ogre's `Matrix4`: column vectors, row after row; the translation is at 3, 7, 11.
    ASU_OGRE = 2,
    // OpenGL, glm: column vectors, column after column; the translation is at 12, 13, 14.
    ASU_OPENGL = 3,
    // glTF's nodes and joints: as `ASU_OPENGL`.
    ASU_GLTF = 4,
} AsuLayout;

// The depths that a projection maps to.
typedef enum AsuDepth {
    // 0 to 1, either way round: DirectX, Vulkan, Metal.
    ASU_ZERO_TO_ONE = 1,
    // -1 to 1: OpenGL, and Ogre's `getProjectionMatrix`.
    ASU_MINUS_ONE_TO_ONE = 2,
} AsuDepth;

// Whether a body is meant to move.
typedef enum AsuBodyKind {
    // A wall, floor or tile: two fixed bodies never pair.
    ASU_FIXED = 0,
    // Everything else.
    ASU_MOVING = 1,
} AsuBodyKind;

// How the colliders of two layers respond to one another.
typedef enum AsuResponse {
    // They never pair.
    ASU_IGNORE = 0,
    // They pair while they intersect: touching counts.
    ASU_TOUCH = 1,
    // They pair while they penetrate: touching does not count.
    ASU_OVERLAP = 2,
    // They pair while they penetrate, and movers of one stop at the other.
    ASU_BLOCK = 3,
} AsuResponse;

// Who gives way where a walker meets another who walks.
typedef enum AsuYields {
    // The walker: the other stops it as a wall does.
    ASU_WALKER_YIELDS = 0,
    // The one that is met: it is pushed on.
    ASU_MET_YIELDS = 1,
} AsuYields;

// What a hit on a hitbox means.
typedef enum AsuRole {
    // It hits others: a fist, a blade.
    ASU_ATTACKS = 0,
    // It can be hit.
    ASU_IS_HURT = 1,
    // It keeps bodies apart.
    ASU_PUSHES = 2,
} AsuRole;

// Which part of its bone's motion a hitbox follows.
typedef enum AsuFollow {
    // It moves, turns and scales with the bone.
    ASU_FOLLOWS_ALL = 0,
    // The position of the bone alone.
    ASU_FOLLOWS_POSITION = 1,
    // The position of the bone, and how it is scaled.
    ASU_FOLLOWS_POSITION_SCALE = 2,
} AsuFollow;

// What becomes of a box that a matrix skews.
typedef enum AsuScalePolicy {
    // A box around the skewed image.
    ASU_ENCLOSES = 0,
    // The skewed image itself, a parallelepiped.
    ASU_SKEWS = 1,
    // An error.
    ASU_REFUSES = 2,
} AsuScalePolicy;

// What a noted query asked about its shape.
typedef enum AsuQuestion {
    // What shares a point with it.
    ASU_ASKS_INTERSECTING = 0,
    // What the ray or segment meets.
    ASU_ASKS_LINE = 1,
    // What it meets along a motion.
    ASU_ASKS_CAST = 2,
    // What is near to it.
    ASU_ASKS_NEAR = 3,
} AsuQuestion;

// Which colliders a question is about: `asu_filter` has all, to be narrowed. A null pointer instead: about
// all.
typedef struct AsuFilter {
    // Bit n is set if colliders of layer n are wanted.
    uint64_t layers;
    // 1 if those of owner `not_of` are not wanted, else 0.
    uint32_t has_not_of;
    // 1 if only those of owner `only_of` are wanted, else 0.
    uint32_t has_only_of;
    // An owner.
    uint64_t not_of;
    // An owner.
    uint64_t only_of;
    // More owners of whom none is wanted: the friends of a shooter.
    const uint64_t *not_of_any;
    // How many these are.
    size_t not_of_any_count;
} AsuFilter;

// Every point between two, which may be the same.
typedef struct AsuSegment3 {
    // One end.
    float a[3];
    // The other.
    float b[3];
} AsuSegment3;

// Every point `origin + t direction` with t >= 0.
typedef struct AsuRay3 {
    // Where it starts.
    float origin[3];
    // Where it goes: of any length but zero.
    float direction[3];
} AsuRay3;

// Every point x with `normal . x = offset`.
typedef struct AsuPlane3 {
    // Its normal, of any length but zero.
    float normal[3];
    // In units of the normal's length.
    float offset;
} AsuPlane3;

// Every point x with `normal . x <= offset`.
typedef struct AsuHalfSpace3 {
    // The normal, out of it, of any length but zero.
    float normal[3];
    // In units of the normal's length.
    float offset;
} AsuHalfSpace3;

// Every point within a radius of a center.
typedef struct AsuSphere3 {
    // The center.
    float center[3];
    // Zero or more.
    float radius;
} AsuSphere3;

// Every point within a radius of the segment from `a` to `b`.
typedef struct AsuCapsule3 {
    // One end of the segment.
    float a[3];
    // The other, which may be the same.
    float b[3];
    // Zero or more.
    float radius;
} AsuCapsule3;

// A box along the coordinate axes.
typedef struct AsuAabb3 {
    // The least corner.
    float min[3];
    // The greatest corner, nowhere below `min`.
    float max[3];
} AsuAabb3;

// An oriented box: every point within `half_extents` of `center` along its own axes.
typedef struct AsuObb3 {
    // The center.
    float center[3];
    // Half of the size along each axis, zero or more.
    float half_extents[3];
    // A quaternion x, y, z, w of any length but zero.
    float rotation[4];
} AsuObb3;

// The points between three corners, which may lie on a line or in one point.
typedef struct AsuTriangle3 {
    // A corner.
    float a[3];
    // Another.
    float b[3];
    // The third.
    float c[3];
} AsuTriangle3;

// Every point that lies in all of some half-spaces.
typedef struct AsuFrustum3 {
    // The half-spaces, which are read whenever the shape is.
    const struct AsuHalfSpace3 *half_spaces;
    // How many there are: one to six.
    size_t count;
} AsuFrustum3;

// The least convex set around points.
typedef struct AsuConvexHull3 {
    // The coordinates of the points, one point after the other; they are read whenever the shape is.
    const float *points;
    // How many points there are, at least one.
    size_t count;
} AsuConvexHull3;

// A box under any affine map: `center` plus each edge times -1 to 1.
typedef struct AsuParallelepiped3 {
    // The center.
    float center[3];
    // Half of each edge.
    float edges[3][3];
} AsuParallelepiped3;

// What a camera sees: it looks along its own -z, with x to the right and y up.
typedef struct AsuPerspective3 {
    // Where it is seen from.
    float origin[3];
    // How the camera is turned: a quaternion x, y, z, w of any length but zero.
    float rotation[4];
    // Left, right, bottom, top: how far each side lies from the axis at depth one.
    float slopes[4];
    // The least depth, zero or more. Its name is no macro of `windows.h`, as `near` is.
    float near_depth;
    // The greatest depth.
    float far_depth;
} AsuPerspective3;

// What a camera sees: every point that its view-projection matrix maps into the visible part of clip
// space.
typedef struct AsuProjection3 {
    // The matrix: projection and view.
    float matrix[16];
    // How it is stored: one of `AsuLayout`.
    uint32_t layout;
    // The depths it maps to: one of `AsuDepth`.
    uint32_t depth;
} AsuProjection3;

// An oriented box with what `asu_prepare3` computes of it. Its center and half extents may be changed;
// with another rotation it must be prepared again.
typedef struct AsuPreparedObb3 {
    // The box.
    struct AsuObb3 obb;
    // Its axes: unit vectors, each component rounded to nearest.
    float axes[3][3];
} AsuPreparedObb3;

// The numbers of a shape; the kind of an `AsuShape3` tells which member counts.
typedef union AsuShapeData3 {
    // `ASU_POINT`.
    float point[3];
    // `ASU_SEGMENT`.
    struct AsuSegment3 segment;
    // `ASU_RAY`.
    struct AsuRay3 ray;
    // `ASU_PLANE`.
    struct AsuPlane3 plane;
    // `ASU_HALF_SPACE`.
    struct AsuHalfSpace3 half_space;
    // `ASU_SPHERE`.
    struct AsuSphere3 sphere;
    // `ASU_CAPSULE`.
    struct AsuCapsule3 capsule;
    // `ASU_AABB`.
    struct AsuAabb3 aabb;
    // `ASU_OBB`.
    struct AsuObb3 obb;
    // `ASU_TRIANGLE`.
    struct AsuTriangle3 triangle;
    // `ASU_FRUSTUM`.
    struct AsuFrustum3 frustum;
    // `ASU_CONVEX_HULL`.
    struct AsuConvexHull3 convex_hull;
    // `ASU_PARALLELEPIPED`.
    struct AsuParallelepiped3 parallelepiped;
    // `ASU_PERSPECTIVE`.
    struct AsuPerspective3 perspective;
    // `ASU_PROJECTION`.
    struct AsuProjection3 projection;
    // `ASU_PREPARED_OBB`.
    struct AsuPreparedObb3 prepared_obb;
    // `ASU_STORED`.
    uint64_t stored;
} AsuShapeData3;

// A 3D shape: a plain value, to be filled in and copied as you like.
typedef struct AsuShape3 {
    // One of `AsuShapeKind`.
    uint32_t kind;
    // Its numbers, in the member that the kind names.
    union AsuShapeData3 data;
} AsuShape3;

// A rigid placement: turn by `rotation`, then move by `translation`.
typedef struct AsuPose3 {
    // The image of the origin.
    float translation[3];
    // A quaternion x, y, z, w of any length but zero.
    float rotation[4];
} AsuPose3;

// The nearest points of two shapes.
typedef struct AsuClosestPoints3 {
    // Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    bool found;
    // The point of the first.
    float on_a[3];
    // The point of the second.
    float on_b[3];
} AsuClosestPoints3;

// The minimum translation of two shapes.
typedef struct AsuPenetration3 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit direction in which the first shape must move: from the second to the first.
    float normal[3];
    // How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    float depth;
} AsuPenetration3;

// A vertex, edge or face of a shape, by its number: bit k of a box's vertex is set on the positive side
// of axis k; 2k is its face on the negative, 2k + 1 on the positive side of axis k.
typedef struct AsuFeature {
    // What it is.
    enum AsuFeatureKind kind;
    // Its number.
    uint32_t index;
} AsuFeature;

// A pair of points of a contact, one on each surface.
typedef struct AsuContactPoint3 {
    // On the surface of the first shape.
    float on_a[3];
    // On the surface of the second.
    float on_b[3];
    // The overlap here along the contact's normal.
    float depth;
} AsuContactPoint3;

// The contact of two shapes: their minimum translation, and up to four points for a solver.
typedef struct AsuContact3 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit normal, from the second shape to the first.
    float normal[3];
    // How far the first must move along it: that of `asu_penetration3`, bit for bit.
    float depth;
    // The feature of the first that touches.
    struct AsuFeature feature_a;
    // The feature of the second that touches.
    struct AsuFeature feature_b;
    // The points.
    struct AsuContactPoint3 points[4];
    // How many of them count.
    uint32_t point_count;
} AsuContact3;

// The first contact of a ray or segment with a shape.
typedef struct AsuRayHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    // shape.
    float fraction;
    // The contact point, within rounding.
    float point[3];
    // The shape's unit normal there, against the ray.
    float normal[3];
    // Where the ray starts.
    enum AsuStarted started;
} AsuRayHit3;

// The first contact of a moving shape with another.
typedef struct AsuCastHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    float fraction;
    // A contact point on the other shape, within rounding.
    float point[3];
    // The other shape's unit normal there, against the motion.
    float normal[3];
    // How the shapes lie at the start.
    enum AsuStarted started;
} AsuCastHit3;

// When a moving shape leaves another for good.
typedef struct AsuCastExit {
    // Whether it meets the other one and leaves it before the motion ends; else the rest is zero.
    bool found;
    // The fraction of the motion after which they share no point, never early.
    float fraction;
} AsuCastExit;

// The first contact of a shape that moves and turns with another.
typedef struct AsuRotatingHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // Whether they share a point there; else they only come within the tolerance.
    bool in_contact;
    // The fraction of the motion at the contact, never late.
    float fraction;
    // A point of the other shape there.
    float point[3];
    // The unit direction from there to the moving shape.
    float normal[3];
} AsuRotatingHit3;

// Where a mover stopped.
typedef struct AsuStop3 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point. It
    // penetrates no obstacle there, nor on the straight path to it.
    float position[3];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated an obstacle at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many obstacles stopped it.
    size_t hit_count;
} AsuStop3;

// The contact of a mover with an obstacle.
typedef struct AsuObstacleHit3 {
    // The index of the obstacle.
    size_t obstacle;
    // A contact point on it.
    float point[3];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[3];
    // The fraction of the motion after which they would penetrate, never late.
    float fraction;
} AsuObstacleHit3;

// How a shape or body slides: `asu_slide_options3` has the defaults.
typedef struct AsuSlideOptions3 {
    // The upward direction, of any length. The y axis. Zero where nothing is up, as in a game seen from
    // above: every face is a wall.
    float up[3];
    // The height of the ledges that it steps over. Zero.
    float step_height;
    // The angle, in degrees, between the steepest floor and a level one. 45.
    float max_slope;
    // How far down it is led to keep standing on a floor. Zero.
    float snap;
    // The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    float ledge;
    // 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    uint32_t keep_speed;
    // The greatest number of turns in one move. 6.
    uint32_t max_slides;
} AsuSlideOptions3;

// Where a slide ended.
typedef struct AsuSlide3 {
    // How far the shape has moved: moved by that, it penetrates nothing.
    float moved[3];
    // The rest of the motion, along what it met: zero, unless it turned too often.
    float remaining[3];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated an obstacle at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // The index of the floor.
    size_t floor;
    // The floor's unit normal.
    float floor_normal[3];
    // See `stuck`.
    size_t stuck_in;
    // How many obstacles it met.
    size_t hit_count;
} AsuSlide3;

// The handle of a set: many shapes of one kind, which answer together.
typedef struct AsuSet3 {
    // Zero is no set.
    uint64_t handle;
} AsuSet3;

// The handle of a tree: which of many numbered boxes overlap, for those who keep shapes elsewhere.
typedef struct AsuTree3 {
    // Zero is no tree.
    uint64_t handle;
} AsuTree3;

// The numbers of two boxes of a tree, the smaller first.
typedef struct AsuBoxPair {
    // One.
    uint32_t a;
    // The other.
    uint32_t b;
} AsuBoxPair;

// The handle of a world: bodies over time, and what came into contact.
typedef struct AsuWorld3 {
    // Zero is no world.
    uint64_t handle;
} AsuWorld3;

// How two layers respond to each other.
typedef struct AsuLayerPair {
    // The number of a layer: 0 is `default`, 1 the first of the names.
    uint32_t a;
    // The number of another, or of the same.
    uint32_t b;
    // One of `AsuResponse`.
    uint32_t response;
} AsuLayerPair;

// The layers of a world besides `default`, which has number 0. Every two respond by `ASU_TOUCH` unless
// a pair says otherwise.
typedef struct AsuLayers {
    // The names of layers 1, 2, and so on, each ended by a zero byte.
    const char *const *names;
    // How many names there are, 63 at most.
    size_t name_count;
    // Who responds how.
    const struct AsuLayerPair *pairs;
    // How many pairs there are.
    size_t pair_count;
} AsuLayers;

// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
typedef struct AsuCollider3 {
    // The shape, before its body is placed.
    struct AsuShape3 shape;
    // The number of its layer.
    uint32_t layer;
    // The bone it is attached to; `ASU_NO_BONE` for none.
    uint32_t bone;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
    // The part of the body that it is: of hits at the same time, the smallest region counts.
    uint16_t region;
    // 1 if it is swept from step to step, as bullets are, else 0.
    uint8_t swept;
    // 1 if it stops only movers that come from the side of `one_way`, else 0.
    uint8_t has_one_way;
    // The direction, in world coordinates, from which a one-way platform stops movers.
    float one_way[3];
} AsuCollider3;

// The options of a body. All zero: a fixed one without an owner.
typedef struct AsuBodyOptions {
    // One of `AsuBodyKind`.
    uint32_t kind;
    // 1 if `owner` counts, else 0.
    uint32_t has_owner;
    // Bodies of one owner ignore one another.
    uint64_t owner;
} AsuBodyOptions;

// A body and where to place it.
typedef struct AsuBodyPose3 {
    // The body.
    uint64_t body;
    // Where it goes.
    struct AsuPose3 pose;
} AsuBodyPose3;

// A collider of a world.
typedef struct AsuColliderId {
    // The body it belongs to, as `insert` returned it.
    uint64_t body;
    // Its index among the colliders of the body.
    uint16_t part;
} AsuColliderId;

// A change between two steps. What does not belong to its kind is zero.
typedef struct AsuEvent3 {
    // What it tells, and of whom.
    enum AsuEventKind kind;
    // Of `ASU_EXIT`: why the contact ended.
    enum AsuExitReason reason;
    // The first collider: the mover, or who hits.
    struct AsuColliderId a;
    // The second collider: the obstacle, or who is hit.
    struct AsuColliderId b;
    // Of `ASU_CRUSHED`: what the body was pushed against.
    struct AsuColliderId against;
    // Of `ASU_BLOCKED` and `ASU_HIT`: a point of `b` where they met.
    float point[3];
    // The unit normal there, from `b` to `a`.
    float normal[3];
    // The fraction of the motion at which they met.
    float fraction;
    // Of `ASU_HIT`: the bone of `b`, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of `ASU_HIT`: the attack; zero for a collider that is always swept.
    uint64_t attack;
    // Of `ASU_HIT`: the tag of `b`.
    uint64_t tag;
    // Of `ASU_HIT`: the region of `b`.
    uint16_t region;
    // Of `ASU_HIT`: whether they share a point there; else a turning path ended within its tolerance.
    bool in_contact;
} AsuEvent3;

// Two colliders, the smaller id first.
typedef struct AsuColliderPair {
    // One.
    struct AsuColliderId a;
    // The other.
    struct AsuColliderId b;
} AsuColliderPair;

// The party that a collider belongs to: its body's owner, or else the body itself.
typedef struct AsuParty {
    // Whether it is an owner; else it is a body.
    bool is_owner;
    // The owner, or the body.
    uint64_t number;
} AsuParty;

// The first contact of two parties, at least one of which is an owner, or the end of the last.
typedef struct AsuOwnerEvent {
    // `ASU_ENTER` or `ASU_EXIT`.
    enum AsuEventKind kind;
    // Of `ASU_EXIT`: why the contacts ended.
    enum AsuExitReason reason;
    // The smaller of both: an owner is smaller than a body.
    struct AsuParty a;
    // The other.
    struct AsuParty b;
} AsuOwnerEvent;

// A segment of a collider's outline, for drawing.
typedef struct AsuLine3 {
    // One end.
    float a[3];
    // The other.
    float b[3];
    // What its collider was at the last step.
    enum AsuColliderState state;
} AsuLine3;

// Where a body of a world stopped.
typedef struct AsuBodyStop3 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point.
    float position[3];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated a collider at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many colliders stopped it.
    size_t hit_count;
} AsuBodyStop3;

// The contact of a mover with a collider.
typedef struct AsuColliderHit3 {
    // The collider that it met.
    struct AsuColliderId obstacle;
    // A contact point on it.
    float point[3];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[3];
    // The fraction of the motion, or of the leg that ended there.
    float fraction;
} AsuColliderHit3;

// A function of yours that says whether a hit counts: of what it says no to (a door that opens, a thing
// that is picked up) nothing is noticed for the rest of a slide. It is called for each hit, also of steps that
// are tried. Until it returns, every call on its thread that asks or changes a world, a history or a rig is
// refused; it must throw no exception, make no jump out and destroy no world.
typedef struct AsuHitFilter3 {
    // The function.
    bool (*counts)(void *data, const struct AsuColliderHit3 *hit);
    // What it is given, as it is.
    void *data;
} AsuHitFilter3;

// Where a body of a world slid to.
typedef struct AsuBodySlide3 {
    // How far it has moved.
    float moved[3];
    // The rest of the motion, along what it met: zero, unless it turned too often.
    float remaining[3];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[3];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // How many colliders it met.
    size_t hit_count;
} AsuBodySlide3;

// The end of a turn.
typedef struct AsuTurnStop3 {
    // The turn that was made: a quaternion in 3D, cosine and sine in 2D.
    float turn[4];
    // The fraction of the turn that was made: one, if nothing was in the way.
    float fraction;
    // Whether something stopped it.
    bool is_stopped;
    // Whether it penetrated a collider at the start. Then it turns only if it is free of all at the end.
    bool started_penetrating;
    // What stopped it.
    struct AsuColliderId obstacle;
} AsuTurnStop3;

// How a body walks: `asu_walk_options3` has the defaults.
typedef struct AsuWalkOptions3 {
    // How it slides: steps, slopes, snap.
    struct AsuSlideOptions3 slide;
    // Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    uint32_t yields;
} AsuWalkOptions3;

// The end of a walk, and what happened to the body since the one before.
typedef struct AsuWalk3 {
    // How far it moved by walking, including the way out of what it penetrated.
    float moved[3];
    // How far carriers and the surface on which it stood moved it since its last walk.
    float carried[3];
    // By how much carriers turned since its last walk: turn the figure by that.
    float turned[4];
    // The velocity that is left, relative to the floor: without what floors and walls stopped.
    float velocity_after[3];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // Whether a carrier crushed it since its last walk.
    bool crushed;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[3];
    // The velocity of the floor where the walker stands: who jumps adds it.
    float floor_velocity[3];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // The carrier that crushed it.
    struct AsuColliderId crushed_by;
    // What it was crushed against.
    struct AsuColliderId crushed_against;
    // How many colliders it met.
    size_t hit_count;
} AsuWalk3;

// A body that a carrier moved.
typedef struct AsuCarriedBody3 {
    // The body.
    uint64_t body;
    // How far it was moved.
    float moved[3];
    // Whether it stood on the carrier, or on another who did; else it was in the way.
    bool stands;
    // Whether it is not free of the carrier at the end.
    bool crushed;
} AsuCarriedBody3;

// Who was crushed by a carrier.
typedef struct AsuCrushed3 {
    // The body.
    uint64_t body;
    // The collider that pushed it, and that it penetrates.
    struct AsuColliderId by;
    // The collider that stopped it.
    struct AsuColliderId against;
} AsuCrushed3;

// A bone of a rig.
typedef struct AsuBone {
    // Its name, ended by a zero byte.
    const char *name;
    // The number of its parent, or `ASU_NO_BONE`.
    uint32_t parent;
    // How the matrix is stored: one of `AsuLayout`.
    uint32_t layout;
    // The inverse bind matrix, sixteen floats, for skinning matrices; null for the identity.
    const float *inverse_bind;
} AsuBone;

// The handle of a rig: the hitboxes of one model, and the bones that carry them.
typedef struct AsuRig3 {
    // Zero is no rig.
    uint64_t handle;
} AsuRig3;

// A shape attached to a bone. All zero but the shape: on the first bone, of no region but its bone's name,
// follows everything, and attacks; set `role`.
typedef struct AsuHitbox3 {
    // The shape in the bone's own space.
    struct AsuShape3 shape;
    // The number of the bone.
    uint32_t bone;
    // What a hit on it means: one of `AsuRole`.
    uint32_t role;
    // Which part of the bone's motion it follows: one of `AsuFollow`.
    uint32_t follow;
    // The part of the body it represents, such as `head`; null if that is the bone's name.
    const char *region;
} AsuHitbox3;

// The matrices of the bones of a frame, one for each bone of the rig, in the model's space.
typedef struct AsuBones {
    // Sixteen floats for each bone.
    const float *matrices;
    // How many matrices there are.
    size_t count;
    // How they are stored: one of `AsuLayout`.
    uint32_t layout;
    // 0 if they map from each bone's own space, as glTF's joints do; 1 if they are what a skinning shader
    // reads, with the inverse bind matrices in them, as Ogre's `_getBoneMatrices` gives.
    uint32_t are_skinning;
} AsuBones;

// What the collider of a hitbox is besides its shape, bone and region. All zero: on the layer `default`.
typedef struct AsuHitboxOptions3 {
    // The number of its layer.
    uint32_t layer;
    // 1 if it is swept from step to step, else 0.
    uint32_t swept;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
} AsuHitboxOptions3;

// The handle of a history: where the moving bodies of a world were at earlier ticks.
typedef struct AsuHistory3 {
    // Zero is no history.
    uint64_t handle;
} AsuHistory3;

// A moment: a part of the way from a tick to the next.
typedef struct AsuMoment {
    // A tick that was recorded. One too long ago is answered by the oldest there is, one yet to come by the
    // last.
    uint64_t tick;
    // From 0, the tick itself, to below 1, the next.
    float fraction;
} AsuMoment;

// A moment for the bodies of one owner.
typedef struct AsuOwnTime {
    // The owner.
    uint64_t owner;
    // When its bodies are asked about.
    struct AsuMoment moment;
} AsuOwnTime;

// A world at one moment, for questions. All zero but the world: as it is now, also before the next step.
typedef struct AsuView3 {
    // The world.
    struct AsuWorld3 world;
    // The history in which the moment lies; its handle is zero for now.
    struct AsuHistory3 history;
    // The moment.
    struct AsuMoment moment;
    // Moments of their own for the bodies of some owners: a shooter sees others late, each by its own delay.
    const struct AsuOwnTime *own_times;
    // How many these are.
    size_t own_time_count;
} AsuView3;

// A collider that a question found.
typedef struct AsuFound {
    // The collider.
    struct AsuColliderId collider;
    // Its tag.
    uint64_t tag;
    // The owner of its body, if `has_owner` is 1.
    uint64_t owner;
    // 1 if its body has an owner, else 0.
    uint32_t has_owner;
    // Its bone, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of a level, the number of the part that was found, the first in the order of the question; else
    // `ASU_NO_PART`.
    uint32_t part;
    // Its region.
    uint16_t region;
} AsuFound;

// A collider that a ray or segment meets, and where.
typedef struct AsuRayFound3 {
    // The collider.
    struct AsuFound found;
    // Where.
    struct AsuRayHit3 hit;
} AsuRayFound3;

// A collider that a moving shape meets, and where.
typedef struct AsuCastFound3 {
    // The collider.
    struct AsuFound found;
    // Where.
    struct AsuCastHit3 hit;
} AsuCastFound3;

// A collider near a shape.
typedef struct AsuNearFound3 {
    // The collider.
    struct AsuFound found;
    // How near: zero if and only if they share a point.
    float distance;
    // Whether there are nearest points: false if they share one.
    bool has_points;
    // The nearest point of the shape.
    float on_shape[3];
    // The nearest point of the collider.
    float on_collider[3];
} AsuNearFound3;

// The handle of a level: the ground, walls and terrain of a game, as many convex parts that answer together. It
// does not change, but for the tiles of a grid that are set; what was made of it stays as it was.
typedef struct AsuLevel3 {
    // Zero is no level.
    uint64_t handle;
} AsuLevel3;

// A grid of cells, each of them empty or filled.
typedef struct AsuTiles3 {
    // The number of cells along each axis.
    uint32_t cells[3];
    // The least corner of the first cell.
    float origin[3];
    // The lengths of a cell along each axis.
    float size[3];
    // What each cell holds, those along x first, then along y and so on: 0 for nothing, 1 for a full cell.
    // Null, if all are empty.
    const uint8_t *kinds;
} AsuTiles3;

// Terrain: rows of heights.
typedef struct AsuHeights3 {
    // How many rows of samples there are, along z.
    uint32_t rows;
    // How many samples a row has, along x.
    uint32_t columns;
    // The first row, then the second, and so on: the heights along y, above that of `origin`.
    const float *samples;
    // Where the first sample is, if that is zero.
    float origin[3];
    // How far samples are apart along x, and along z.
    float spacing[2];
    // A byte for each cell between four samples, row by row: 1 where there is a hole, else 0. Null, if there
    // is none.
    const uint8_t *holes;
    // A number of your own for each cell, row by row; null for none.
    const uint32_t *tags;
} AsuHeights3;

// The nearest points of a shape and a level.
typedef struct AsuPartPoints3 {
    // The number of the nearest part, or `ASU_NO_PART`.
    uint32_t part;
    // The points: `on_a` of the shape, `on_b` of the level.
    struct AsuClosestPoints3 points;
} AsuPartPoints3;

// The contact of a shape with a part of a level.
typedef struct AsuPartContact3 {
    // The number of the part.
    uint32_t part;
    // The contact; its normal is from the level to the shape.
    struct AsuContact3 contact;
} AsuPartContact3;

// Where a ray or segment meets a level.
typedef struct AsuPartRayHit3 {
    // The number of the part, or `ASU_NO_PART`.
    uint32_t part;
    // Where.
    struct AsuRayHit3 hit;
} AsuPartRayHit3;

// Where a moving shape meets a level.
typedef struct AsuPartCastHit3 {
    // The number of the part, or `ASU_NO_PART`.
    uint32_t part;
    // Where; the normal is the level's.
    struct AsuCastHit3 hit;
} AsuPartCastHit3;

// The handle of a world's state at one time.
typedef struct AsuSnapshot3 {
    // Zero is no snapshot.
    uint64_t handle;
} AsuSnapshot3;

// The handle of a log of events, for worlds that go back and play steps again.
typedef struct AsuLog3 {
    // Zero is no log.
    uint64_t handle;
} AsuLog3;

// A difference between the events told of the past and those that happened.
typedef struct AsuCorrection3 {
    // The step of the event, counted from the first of the world.
    uint64_t step;
    // Whether it was told, and did not happen after all; else it happened, and was not told yet.
    bool withdrawn;
    // The event.
    struct AsuEvent3 event;
} AsuCorrection3;

// A flight through recorded ticks.
typedef struct AsuFlight3 {
    // Whether it was to start too far back, or to end after the last tick, and was shortened.
    bool clamped;
    // The tick from which it flew to the next one when it hit.
    uint64_t tick;
    // What it hit first, and where: the fraction is that of its motion in this tick. `hit.hit.found` is false
    // if it hit nothing.
    struct AsuCastFound3 hit;
} AsuFlight3;

// A client's claim that its shot, at a moment it saw, hit a player.
typedef struct AsuShotClaim3 {
    // The owner who shot: none of its bodies is in the way.
    uint64_t shooter;
    // The owner whose body was hit.
    uint64_t victim;
    // The moment that the shooter saw.
    struct AsuMoment moment;
    // The path of the shot, from `a` to `b`.
    struct AsuSegment3 shot;
} AsuShotClaim3;

// The handle of a recorder: what happened tick by tick.
typedef struct AsuRecorder {
    // Zero is no recorder.
    uint64_t handle;
} AsuRecorder;

// What is found of a shot. What does not belong to its finding is zero.
typedef struct AsuShotVerdict3 {
    // The moment at which the claim was validated, or the oldest there is if it is too old.
    struct AsuMoment moment;
    // Whether another moment was claimed, which lies too far back or is yet to come.
    bool clamped;
    // Whether it hit, or why not.
    enum AsuShotFinding finding;
    // Of a hit, the collider hit first, and of a body with a skin that which holds the place where the skin is
    // met; of a blocked shot, the victim's collider behind what is in the way; of a grazed skin, the first
    // hitbox that the shot went through; of a miss, the victim's nearest.
    struct AsuColliderId collider;
    // Of a hit or a grazed skin: the tag of that collider.
    uint64_t tag;
    // Of a hit or a grazed skin: its bone, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of a hit or a grazed skin: its region.
    uint16_t region;
    // Of a hit, a blocked shot or a grazed skin: the fraction of the shot before it.
    float fraction;
    // Of a blocked shot: the collider in the way.
    struct AsuColliderId by;
    // 1 if the body in the way has an owner, else 0.
    uint32_t has_owner;
    // Its owner.
    uint64_t owner;
    // Of a miss: the distance by which it missed; it errs low.
    float missed_by;
    // Of a grazed skin: the distance from the path of the shot to the nearest triangle; above zero, and it errs
    // low.
    float air;
} AsuShotVerdict3;

// A query, to be noted: what was asked. All zero but `question` and `shape`: by nobody, now.
typedef struct AsuQueryNote3 {
    // The shape that was asked about: a ray, a segment, what was cast.
    struct AsuShape3 shape;
    // What was asked: one of `AsuQuestion`.
    uint32_t question;
    // Of `ASU_ASKS_NEAR`: the greatest distance.
    float within;
    // Of `ASU_ASKS_CAST`: the motion.
    float motion[3];
    // 1 if `by` counts, else 0.
    uint32_t has_by;
    // 1 if `moment` counts, else 0.
    uint32_t has_moment;
    // The owner who asked.
    uint64_t by;
    // The moment of the past that was asked about.
    struct AsuMoment moment;
    // What it was about; may be null.
    const char *name;
} AsuQueryNote3;

// A collider that a noted query found. All zero but the collider: without a place.
typedef struct AsuNotedHit3 {
    // The collider.
    struct AsuColliderId collider;
    // 1 if `fraction`, `point` and `normal` count, else 0.
    uint32_t has_place;
    // 1 if `distance` counts, else 0.
    uint32_t has_distance;
    // Where along the line or motion they met.
    float fraction;
    // How near it is.
    float distance;
    // The point where they met.
    float point[3];
    // The unit normal of the collider there.
    float normal[3];
} AsuNotedHit3;

// A mesh that follows joints, for drawing alone.
typedef struct AsuSkinnedMesh3 {
    // The coordinates of its vertices as modelled, one vertex after the other.
    const float *positions;
    // How many vertices there are.
    size_t vertex_count;
    // For each vertex the numbers of four joints.
    const uint16_t *joints;
    // For each vertex the weights of these, which sum up to one.
    const float *weights;
    // For each triangle the numbers of three vertices.
    const uint32_t *triangles;
    // How many triangles there are.
    size_t triangle_count;
} AsuSkinnedMesh3;

// Every point between two, which may be the same.
typedef struct AsuSegment2 {
    // One end.
    float a[2];
    // The other.
    float b[2];
} AsuSegment2;

// Every point `origin + t direction` with t >= 0.
typedef struct AsuRay2 {
    // Where it starts.
    float origin[2];
    // Where it goes: of any length but zero.
    float direction[2];
} AsuRay2;

// Every point x with `normal . x = offset`.
typedef struct AsuPlane2 {
    // Its normal, of any length but zero.
    float normal[2];
    // In units of the normal's length.
    float offset;
} AsuPlane2;

// Every point x with `normal . x <= offset`.
typedef struct AsuHalfSpace2 {
    // The normal, out of it, of any length but zero.
    float normal[2];
    // In units of the normal's length.
    float offset;
} AsuHalfSpace2;

// Every point within a radius of a center.
typedef struct AsuSphere2 {
    // The center.
    float center[2];
    // Zero or more.
    float radius;
} AsuSphere2;

// Every point within a radius of the segment from `a` to `b`.
typedef struct AsuCapsule2 {
    // One end of the segment.
    float a[2];
    // The other, which may be the same.
    float b[2];
    // Zero or more.
    float radius;
} AsuCapsule2;

// A box along the coordinate axes.
typedef struct AsuAabb2 {
    // The least corner.
    float min[2];
    // The greatest corner, nowhere below `min`.
    float max[2];
} AsuAabb2;

// An oriented box: every point within `half_extents` of `center` along its own axes.
typedef struct AsuObb2 {
    // The center.
    float center[2];
    // Half of the size along each axis, zero or more.
    float half_extents[2];
    // Cosine and sine, of any length but zero.
    float rotation[2];
} AsuObb2;

// The points between three corners, which may lie on a line or in one point.
typedef struct AsuTriangle2 {
    // A corner.
    float a[2];
    // Another.
    float b[2];
    // The third.
    float c[2];
} AsuTriangle2;

// Every point that lies in all of some half-spaces.
typedef struct AsuFrustum2 {
    // The half-spaces, which are read whenever the shape is.
    const struct AsuHalfSpace2 *half_spaces;
    // How many there are: one to six.
    size_t count;
} AsuFrustum2;

// The least convex set around points.
typedef struct AsuConvexHull2 {
    // The coordinates of the points, one point after the other; they are read whenever the shape is.
    const float *points;
    // How many points there are, at least one.
    size_t count;
} AsuConvexHull2;

// A box under any affine map: `center` plus each edge times -1 to 1.
typedef struct AsuParallelepiped2 {
    // The center.
    float center[2];
    // Half of each edge.
    float edges[2][2];
} AsuParallelepiped2;

// An oriented box with what `asu_prepare2` computes of it. Its center and half extents may be changed;
// with another rotation it must be prepared again.
typedef struct AsuPreparedObb2 {
    // The box.
    struct AsuObb2 obb;
    // Its axes: unit vectors, each component rounded to nearest.
    float axes[2][2];
} AsuPreparedObb2;

// The numbers of a shape; the kind of an `AsuShape2` tells which member counts.
typedef union AsuShapeData2 {
    // `ASU_POINT`.
    float point[2];
    // `ASU_SEGMENT`.
    struct AsuSegment2 segment;
    // `ASU_RAY`.
    struct AsuRay2 ray;
    // `ASU_PLANE`.
    struct AsuPlane2 plane;
    // `ASU_HALF_SPACE`.
    struct AsuHalfSpace2 half_space;
    // `ASU_SPHERE`.
    struct AsuSphere2 sphere;
    // `ASU_CAPSULE`.
    struct AsuCapsule2 capsule;
    // `ASU_AABB`.
    struct AsuAabb2 aabb;
    // `ASU_OBB`.
    struct AsuObb2 obb;
    // `ASU_TRIANGLE`.
    struct AsuTriangle2 triangle;
    // `ASU_FRUSTUM`.
    struct AsuFrustum2 frustum;
    // `ASU_CONVEX_HULL`.
    struct AsuConvexHull2 convex_hull;
    // `ASU_PARALLELEPIPED`.
    struct AsuParallelepiped2 parallelepiped;
    // `ASU_PREPARED_OBB`.
    struct AsuPreparedObb2 prepared_obb;
    // `ASU_STORED`.
    uint64_t stored;
} AsuShapeData2;

// A 2D shape: a plain value, to be filled in and copied as you like.
typedef struct AsuShape2 {
    // One of `AsuShapeKind`.
    uint32_t kind;
    // Its numbers, in the member that the kind names.
    union AsuShapeData2 data;
} AsuShape2;

// A rigid placement: turn by `rotation`, then move by `translation`.
typedef struct AsuPose2 {
    // The image of the origin.
    float translation[2];
    // Cosine and sine, of any length but zero.
    float rotation[2];
} AsuPose2;

// The nearest points of two shapes.
typedef struct AsuClosestPoints2 {
    // Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    bool found;
    // The point of the first.
    float on_a[2];
    // The point of the second.
    float on_b[2];
} AsuClosestPoints2;

// The minimum translation of two shapes.
typedef struct AsuPenetration2 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit direction in which the first shape must move: from the second to the first.
    float normal[2];
    // How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    float depth;
} AsuPenetration2;

// A pair of points of a contact, one on each surface.
typedef struct AsuContactPoint2 {
    // On the surface of the first shape.
    float on_a[2];
    // On the surface of the second.
    float on_b[2];
    // The overlap here along the contact's normal.
    float depth;
} AsuContactPoint2;

// The contact of two shapes: their minimum translation, and up to four points for a solver.
typedef struct AsuContact2 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit normal, from the second shape to the first.
    float normal[2];
    // How far the first must move along it: that of `asu_penetration2`, bit for bit.
    float depth;
    // The feature of the first that touches.
    struct AsuFeature feature_a;
    // The feature of the second that touches.
    struct AsuFeature feature_b;
    // The points.
    struct AsuContactPoint2 points[2];
    // How many of them count.
    uint32_t point_count;
} AsuContact2;

// The first contact of a ray or segment with a shape.
typedef struct AsuRayHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    // shape.
    float fraction;
    // The contact point, within rounding.
    float point[2];
    // The shape's unit normal there, against the ray.
    float normal[2];
    // Where the ray starts.
    enum AsuStarted started;
} AsuRayHit2;

// The first contact of a moving shape with another.
typedef struct AsuCastHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    float fraction;
    // A contact point on the other shape, within rounding.
    float point[2];
    // The other shape's unit normal there, against the motion.
    float normal[2];
    // How the shapes lie at the start.
    enum AsuStarted started;
} AsuCastHit2;

// The first contact of a shape that moves and turns with another.
typedef struct AsuRotatingHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // Whether they share a point there; else they only come within the tolerance.
    bool in_contact;
    // The fraction of the motion at the contact, never late.
    float fraction;
    // A point of the other shape there.
    float point[2];
    // The unit direction from there to the moving shape.
    float normal[2];
} AsuRotatingHit2;

// Where a mover stopped.
typedef struct AsuStop2 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point. It
    // penetrates no obstacle there, nor on the straight path to it.
    float position[2];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated an obstacle at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many obstacles stopped it.
    size_t hit_count;
} AsuStop2;

// The contact of a mover with an obstacle.
typedef struct AsuObstacleHit2 {
    // The index of the obstacle.
    size_t obstacle;
    // A contact point on it.
    float point[2];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[2];
    // The fraction of the motion after which they would penetrate, never late.
    float fraction;
} AsuObstacleHit2;

// How a shape or body slides: `asu_slide_options2` has the defaults.
typedef struct AsuSlideOptions2 {
    // The upward direction, of any length. The y axis. Zero where nothing is up, as in a game seen from
    // above: every face is a wall.
    float up[2];
    // The height of the ledges that it steps over. Zero.
    float step_height;
    // The angle, in degrees, between the steepest floor and a level one. 45.
    float max_slope;
    // How far down it is led to keep standing on a floor. Zero.
    float snap;
    // The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    float ledge;
    // 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    uint32_t keep_speed;
    // The greatest number of turns in one move. 6.
    uint32_t max_slides;
} AsuSlideOptions2;

// Where a slide ended.
typedef struct AsuSlide2 {
    // How far the shape has moved: moved by that, it penetrates nothing.
    float moved[2];
    // The rest of the motion, along what it met: zero, unless it turned too often.
    float remaining[2];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated an obstacle at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // The index of the floor.
    size_t floor;
    // The floor's unit normal.
    float floor_normal[2];
    // See `stuck`.
    size_t stuck_in;
    // How many obstacles it met.
    size_t hit_count;
} AsuSlide2;

// The handle of a set: many shapes of one kind, which answer together.
typedef struct AsuSet2 {
    // Zero is no set.
    uint64_t handle;
} AsuSet2;

// The handle of a tree: which of many numbered boxes overlap, for those who keep shapes elsewhere.
typedef struct AsuTree2 {
    // Zero is no tree.
    uint64_t handle;
} AsuTree2;

// The handle of a world: bodies over time, and what came into contact.
typedef struct AsuWorld2 {
    // Zero is no world.
    uint64_t handle;
} AsuWorld2;

// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
typedef struct AsuCollider2 {
    // The shape, before its body is placed.
    struct AsuShape2 shape;
    // The number of its layer.
    uint32_t layer;
    // The bone it is attached to; `ASU_NO_BONE` for none.
    uint32_t bone;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
    // The part of the body that it is: of hits at the same time, the smallest region counts.
    uint16_t region;
    // 1 if it is swept from step to step, as bullets are, else 0.
    uint8_t swept;
    // 1 if it stops only movers that come from the side of `one_way`, else 0.
    uint8_t has_one_way;
    // The direction, in world coordinates, from which a one-way platform stops movers.
    float one_way[2];
} AsuCollider2;

// A body and where to place it.
typedef struct AsuBodyPose2 {
    // The body.
    uint64_t body;
    // Where it goes.
    struct AsuPose2 pose;
} AsuBodyPose2;

// A change between two steps. What does not belong to its kind is zero.
typedef struct AsuEvent2 {
    // What it tells, and of whom.
    enum AsuEventKind kind;
    // Of `ASU_EXIT`: why the contact ended.
    enum AsuExitReason reason;
    // The first collider: the mover, or who hits.
    struct AsuColliderId a;
    // The second collider: the obstacle, or who is hit.
    struct AsuColliderId b;
    // Of `ASU_CRUSHED`: what the body was pushed against.
    struct AsuColliderId against;
    // Of `ASU_BLOCKED` and `ASU_HIT`: a point of `b` where they met.
    float point[2];
    // The unit normal there, from `b` to `a`.
    float normal[2];
    // The fraction of the motion at which they met.
    float fraction;
    // Of `ASU_HIT`: the bone of `b`, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of `ASU_HIT`: the attack; zero for a collider that is always swept.
    uint64_t attack;
    // Of `ASU_HIT`: the tag of `b`.
    uint64_t tag;
    // Of `ASU_HIT`: the region of `b`.
    uint16_t region;
    // Of `ASU_HIT`: whether they share a point there; else a turning path ended within its tolerance.
    bool in_contact;
} AsuEvent2;

// A segment of a collider's outline, for drawing.
typedef struct AsuLine2 {
    // One end.
    float a[2];
    // The other.
    float b[2];
    // What its collider was at the last step.
    enum AsuColliderState state;
} AsuLine2;

// Where a body of a world stopped.
typedef struct AsuBodyStop2 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point.
    float position[2];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated a collider at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many colliders stopped it.
    size_t hit_count;
} AsuBodyStop2;

// The contact of a mover with a collider.
typedef struct AsuColliderHit2 {
    // The collider that it met.
    struct AsuColliderId obstacle;
    // A contact point on it.
    float point[2];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[2];
    // The fraction of the motion, or of the leg that ended there.
    float fraction;
} AsuColliderHit2;

// A function of yours that says whether a hit counts: of what it says no to (a door that opens, a thing
// that is picked up) nothing is noticed for the rest of a slide. It is called for each hit, also of steps that
// are tried. Until it returns, every call on its thread that asks or changes a world, a history or a rig is
// refused; it must throw no exception, make no jump out and destroy no world.
typedef struct AsuHitFilter2 {
    // The function.
    bool (*counts)(void *data, const struct AsuColliderHit2 *hit);
    // What it is given, as it is.
    void *data;
} AsuHitFilter2;

// Where a body of a world slid to.
typedef struct AsuBodySlide2 {
    // How far it has moved.
    float moved[2];
    // The rest of the motion, along what it met: zero, unless it turned too often.
    float remaining[2];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[2];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // How many colliders it met.
    size_t hit_count;
} AsuBodySlide2;

// The end of a turn.
typedef struct AsuTurnStop2 {
    // The turn that was made: a quaternion in 3D, cosine and sine in 2D.
    float turn[2];
    // The fraction of the turn that was made: one, if nothing was in the way.
    float fraction;
    // Whether something stopped it.
    bool is_stopped;
    // Whether it penetrated a collider at the start. Then it turns only if it is free of all at the end.
    bool started_penetrating;
    // What stopped it.
    struct AsuColliderId obstacle;
} AsuTurnStop2;

// How a body walks: `asu_walk_options2` has the defaults.
typedef struct AsuWalkOptions2 {
    // How it slides: steps, slopes, snap.
    struct AsuSlideOptions2 slide;
    // Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    uint32_t yields;
} AsuWalkOptions2;

// The end of a walk, and what happened to the body since the one before.
typedef struct AsuWalk2 {
    // How far it moved by walking, including the way out of what it penetrated.
    float moved[2];
    // How far carriers and the surface on which it stood moved it since its last walk.
    float carried[2];
    // By how much carriers turned since its last walk: turn the figure by that.
    float turned[2];
    // The velocity that is left, relative to the floor: without what floors and walls stopped.
    float velocity_after[2];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // Whether a carrier crushed it since its last walk.
    bool crushed;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[2];
    // The velocity of the floor where the walker stands: who jumps adds it.
    float floor_velocity[2];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // The carrier that crushed it.
    struct AsuColliderId crushed_by;
    // What it was crushed against.
    struct AsuColliderId crushed_against;
    // How many colliders it met.
    size_t hit_count;
} AsuWalk2;

// A body that a carrier moved.
typedef struct AsuCarriedBody2 {
    // The body.
    uint64_t body;
    // How far it was moved.
    float moved[2];
    // Whether it stood on the carrier, or on another who did; else it was in the way.
    bool stands;
    // Whether it is not free of the carrier at the end.
    bool crushed;
} AsuCarriedBody2;

// Who was crushed by a carrier.
typedef struct AsuCrushed2 {
    // The body.
    uint64_t body;
    // The collider that pushed it, and that it penetrates.
    struct AsuColliderId by;
    // The collider that stopped it.
    struct AsuColliderId against;
} AsuCrushed2;

// The handle of a rig: the hitboxes of one model, and the bones that carry them.
typedef struct AsuRig2 {
    // Zero is no rig.
    uint64_t handle;
} AsuRig2;

// A shape attached to a bone. All zero but the shape: on the first bone, of no region but its bone's name,
// follows everything, and attacks; set `role`.
typedef struct AsuHitbox2 {
    // The shape in the bone's own space.
    struct AsuShape2 shape;
    // The number of the bone.
    uint32_t bone;
    // What a hit on it means: one of `AsuRole`.
    uint32_t role;
    // Which part of the bone's motion it follows: one of `AsuFollow`.
    uint32_t follow;
    // The part of the body it represents, such as `head`; null if that is the bone's name.
    const char *region;
} AsuHitbox2;

// What the collider of a hitbox is besides its shape, bone and region. All zero: on the layer `default`.
typedef struct AsuHitboxOptions2 {
    // The number of its layer.
    uint32_t layer;
    // 1 if it is swept from step to step, else 0.
    uint32_t swept;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
} AsuHitboxOptions2;

// The handle of a history: where the moving bodies of a world were at earlier ticks.
typedef struct AsuHistory2 {
    // Zero is no history.
    uint64_t handle;
} AsuHistory2;

// A world at one moment, for questions. All zero but the world: as it is now, also before the next step.
typedef struct AsuView2 {
    // The world.
    struct AsuWorld2 world;
    // The history in which the moment lies; its handle is zero for now.
    struct AsuHistory2 history;
    // The moment.
    struct AsuMoment moment;
    // Moments of their own for the bodies of some owners: a shooter sees others late, each by its own delay.
    const struct AsuOwnTime *own_times;
    // How many these are.
    size_t own_time_count;
} AsuView2;

// A collider that a ray or segment meets, and where.
typedef struct AsuRayFound2 {
    // The collider.
    struct AsuFound found;
    // Where.
    struct AsuRayHit2 hit;
} AsuRayFound2;

// A collider that a moving shape meets, and where.
typedef struct AsuCastFound2 {
    // The collider.
    struct AsuFound found;
    // Where.
    struct AsuCastHit2 hit;
} AsuCastFound2;

// A collider near a shape.
typedef struct AsuNearFound2 {
    // The collider.
    struct AsuFound found;
    // How near: zero if and only if they share a point.
    float distance;
    // Whether there are nearest points: false if they share one.
    bool has_points;
    // The nearest point of the shape.
    float on_shape[2];
    // The nearest point of the collider.
    float on_collider[2];
} AsuNearFound2;

// The handle of a level: the ground, walls and terrain of a game, as many convex parts that answer together. It
// does not change, but for the tiles of a grid that are set; what was made of it stays as it was.
typedef struct AsuLevel2 {
    // Zero is no level.
    uint64_t handle;
} AsuLevel2;

// A grid of cells, each of them empty or filled.
typedef struct AsuTiles2 {
    // The number of cells along each axis.
    uint32_t cells[2];
    // The least corner of the first cell.
    float origin[2];
    // The lengths of a cell along each axis.
    float size[2];
    // What each cell holds, those along x first, then along y and so on: 0 for nothing, 1 for a full cell.
    // Null, if all are empty.
    const uint8_t *kinds;
} AsuTiles2;

// The nearest points of a shape and a level.
typedef struct AsuPartPoints2 {
    // The number of the nearest part, or `ASU_NO_PART`.
    uint32_t part;
    // The points: `on_a` of the shape, `on_b` of the level.
    struct AsuClosestPoints2 points;
} AsuPartPoints2;

// The contact of a shape with a part of a level.
typedef struct AsuPartContact2 {
    // The number of the part.
    uint32_t part;
    // The contact; its normal is from the level to the shape.
    struct AsuContact2 contact;
} AsuPartContact2;

// Where a ray or segment meets a level.
typedef struct AsuPartRayHit2 {
    // The number of the part, or `ASU_NO_PART`.
    uint32_t part;
    // Where.
    struct AsuRayHit2 hit;
} AsuPartRayHit2;

// Where a moving shape meets a level.
typedef struct AsuPartCastHit2 {
    // The number of the part, or `ASU_NO_PART`.
    uint32_t part;
    // Where; the normal is the level's.
    struct AsuCastHit2 hit;
} AsuPartCastHit2;

// The handle of a world's state at one time.
typedef struct AsuSnapshot2 {
    // Zero is no snapshot.
    uint64_t handle;
} AsuSnapshot2;

// The handle of a log of events, for worlds that go back and play steps again.
typedef struct AsuLog2 {
    // Zero is no log.
    uint64_t handle;
} AsuLog2;

// A difference between the events told of the past and those that happened.
typedef struct AsuCorrection2 {
    // The step of the event, counted from the first of the world.
    uint64_t step;
    // Whether it was told, and did not happen after all; else it happened, and was not told yet.
    bool withdrawn;
    // The event.
    struct AsuEvent2 event;
} AsuCorrection2;

// A flight through recorded ticks.
typedef struct AsuFlight2 {
    // Whether it was to start too far back, or to end after the last tick, and was shortened.
    bool clamped;
    // The tick from which it flew to the next one when it hit.
    uint64_t tick;
    // What it hit first, and where: the fraction is that of its motion in this tick. `hit.hit.found` is false
    // if it hit nothing.
    struct AsuCastFound2 hit;
} AsuFlight2;

// A client's claim that its shot, at a moment it saw, hit a player.
typedef struct AsuShotClaim2 {
    // The owner who shot: none of its bodies is in the way.
    uint64_t shooter;
    // The owner whose body was hit.
    uint64_t victim;
    // The moment that the shooter saw.
    struct AsuMoment moment;
    // The path of the shot, from `a` to `b`.
    struct AsuSegment2 shot;
} AsuShotClaim2;

// What is found of a shot. What does not belong to its finding is zero.
typedef struct AsuShotVerdict2 {
    // The moment at which the claim was validated, or the oldest there is if it is too old.
    struct AsuMoment moment;
    // Whether another moment was claimed, which lies too far back or is yet to come.
    bool clamped;
    // Whether it hit, or why not.
    enum AsuShotFinding finding;
    // Of a hit, the collider hit first, and of a body with a skin that which holds the place where the skin is
    // met; of a blocked shot, the victim's collider behind what is in the way; of a grazed skin, the first
    // hitbox that the shot went through; of a miss, the victim's nearest.
    struct AsuColliderId collider;
    // Of a hit or a grazed skin: the tag of that collider.
    uint64_t tag;
    // Of a hit or a grazed skin: its bone, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of a hit or a grazed skin: its region.
    uint16_t region;
    // Of a hit, a blocked shot or a grazed skin: the fraction of the shot before it.
    float fraction;
    // Of a blocked shot: the collider in the way.
    struct AsuColliderId by;
    // 1 if the body in the way has an owner, else 0.
    uint32_t has_owner;
    // Its owner.
    uint64_t owner;
    // Of a miss: the distance by which it missed; it errs low.
    float missed_by;
    // Of a grazed skin: the distance from the path of the shot to the nearest triangle; above zero, and it errs
    // low.
    float air;
} AsuShotVerdict2;

// A query, to be noted: what was asked. All zero but `question` and `shape`: by nobody, now.
typedef struct AsuQueryNote2 {
    // The shape that was asked about: a ray, a segment, what was cast.
    struct AsuShape2 shape;
    // What was asked: one of `AsuQuestion`.
    uint32_t question;
    // Of `ASU_ASKS_NEAR`: the greatest distance.
    float within;
    // Of `ASU_ASKS_CAST`: the motion.
    float motion[2];
    // 1 if `by` counts, else 0.
    uint32_t has_by;
    // 1 if `moment` counts, else 0.
    uint32_t has_moment;
    // The owner who asked.
    uint64_t by;
    // The moment of the past that was asked about.
    struct AsuMoment moment;
    // What it was about; may be null.
    const char *name;
} AsuQueryNote2;

// A collider that a noted query found. All zero but the collider: without a place.
typedef struct AsuNotedHit2 {
    // The collider.
    struct AsuColliderId collider;
    // 1 if `fraction`, `point` and `normal` count, else 0.
    uint32_t has_place;
    // 1 if `distance` counts, else 0.
    uint32_t has_distance;
    // Where along the line or motion they met.
    float fraction;
    // How near it is.
    float distance;
    // The point where they met.
    float point[2];
    // The unit normal of the collider there.
    float normal[2];
} AsuNotedHit2;

// A mesh that follows joints, for drawing alone.
typedef struct AsuSkinnedMesh2 {
    // The coordinates of its vertices as modelled, one vertex after the other.
    const float *positions;
    // How many vertices there are.
    size_t vertex_count;
    // For each vertex the numbers of four joints.
    const uint16_t *joints;
    // For each vertex the weights of these, which sum up to one.
    const float *weights;
    // For each triangle the numbers of three vertices.
    const uint32_t *triangles;
    // How many triangles there are.
    size_t triangle_count;
} AsuSkinnedMesh2;

// The vertices of a skin as modelled, what moves them, and the triangles.
typedef struct AsuSkinData {
    // Three floats for each vertex.
    const float *vertices;
    // How many vertices there are.
    size_t vertex_count;
    // For each vertex so many joints, by the numbers of their matrices.
    const uint16_t *joints;
    // For each vertex so many weights of these joints. They are zero or more; zero moves nothing.
    const float *weights;
    // How many joints and weights each vertex has: 4, or another number up to 8.
    size_t joints_per_vertex;
    // The numbers of three vertices for each triangle.
    const uint32_t *triangles;
    // How many triangles there are.
    size_t triangle_count;
    // 1 to divide the weights of each vertex by their sum; 0 to take them as they are, where each sum is 1 but
    // for rounding.
    uint32_t normalizes;
} AsuSkinData;

// The handle of a skin: the triangles of a mesh that the joints of a skeleton move.
typedef struct AsuSkin {
    // Zero is no skin.
    uint64_t handle;
} AsuSkin;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as `ASU_VERSION` is that of the header: 1000 major + minor.
uint32_t asu_version(void);

// Copies the message of the last call on this thread that was not `ASU_OK`, ended by a zero byte, as far
// as `capacity` bytes hold it. Returns the length of the whole message without the zero, 0 if there is
// none. `buffer` may be null if `capacity` is zero.
size_t asu_last_error_message(char *buffer,
                              size_t capacity);

// The filter that all colliders pass.
struct AsuFilter asu_filter(void);

// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
// the structure of a convex hull or frustum, which the library then keeps until `asu_release3`. Other
// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
enum AsuStatus asu_prepare3(const struct AsuShape3 *shape,
                            struct AsuShape3 *prepared);

// Forgets a shape of kind `ASU_STORED`: all copies of it are stale then. Bodies of worlds that were given
// it keep theirs. Shapes of other kinds need no release, and are left as they are.
enum AsuStatus asu_release3(const struct AsuShape3 *shape);

// The shape placed by a pose: turned, then moved. Each number is rounded once. A box along the axes
// becomes an oriented one; a projection cannot be placed.
enum AsuStatus asu_transformed3(const struct AsuShape3 *shape,
                                const struct AsuPose3 *pose,
                                struct AsuShape3 *image);

// The shape under a world matrix that may also scale and mirror: a box becomes an oriented box, exactly
// the image but for one rounding of each number; a sphere becomes one around the image, scaled by the
// largest factor; a parallelepiped is refused, as are the other kinds: place those by a pose.
//
// `matrix` is sixteen floats in one of `AsuLayout`. Feed it the box of the model's own space: the world's
// bounding box has grown around the turned model already. A matrix that skews a box is
// `ASU_INVALID_MATRIX`: see `asu_enclosing3`.
enum AsuStatus asu_under_matrix3(const struct AsuShape3 *shape,
                                 const float *matrix,
                                 uint32_t layout,
                                 struct AsuShape3 *image);

// A box or sphere around the image of one under any affine matrix, also one that skews. A box along the
// axes becomes an oriented one first, its center and half extents rounded.
enum AsuStatus asu_enclosing3(const struct AsuShape3 *shape,
                              const float *matrix,
                              uint32_t layout,
                              struct AsuShape3 *image);

// The oriented box with axes given as vectors, nine floats in 3D: axis after axis, of any length but zero,
// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
enum AsuStatus asu_obb3_from_axes(const float *center,
                                  const float *axes,
                                  const float *half_extents,
                                  struct AsuShape3 *obb);

// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
enum AsuStatus asu_aabb3(const struct AsuShape3 *shape, struct AsuAabb3 *aabb);

// A sphere around a bounded shape, as small as numbers allow.
enum AsuStatus asu_bounding_sphere3(const struct AsuShape3 *shape, struct AsuSphere3 *sphere);

// The least box or sphere around points, or a small oriented box: of kind `ASU_AABB`, `ASU_SPHERE` or
// `ASU_OBB`. It contains each of them, exactly. `points` holds the coordinates, one point after the other.
enum AsuStatus asu_around_points3(uint32_t kind,
                                  const float *points,
                                  size_t count,
                                  struct AsuShape3 *around);

// A box or sphere around two of its kind: of boxes along the axes the least, of the others a small one. It
// contains both, exactly.
enum AsuStatus asu_merged3(const struct AsuShape3 *a,
                           const struct AsuShape3 *b,
                           struct AsuShape3 *around);

// Whether two shapes share a point. Exact; touching counts.
enum AsuStatus asu_intersects3(const struct AsuShape3 *a, const struct AsuShape3 *b, bool *answer);

// Whether two shapes share inner points. Exact; touching does not count.
enum AsuStatus asu_penetrates3(const struct AsuShape3 *a, const struct AsuShape3 *b, bool *answer);

// How `a` contains `b`. Exact; touching from within counts as containing.
enum AsuStatus asu_containment3(const struct AsuShape3 *a,
                                const struct AsuShape3 *b,
                                enum AsuContainment *answer);

// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
enum AsuStatus asu_side3(const struct AsuShape3 *shape,
                         const struct AsuPlane3 *plane,
                         enum AsuSide *answer);

// The distance of two shapes: zero if and only if they share a point, never more than the true one.
enum AsuStatus asu_distance3(const struct AsuShape3 *a, const struct AsuShape3 *b, float *answer);

// The nearest points of two shapes.
enum AsuStatus asu_closest_points3(const struct AsuShape3 *a,
                                   const struct AsuShape3 *b,
                                   struct AsuClosestPoints3 *answer);

// The shortest translation of `a` after which it does not penetrate `b`.
enum AsuStatus asu_penetration3(const struct AsuShape3 *a,
                                const struct AsuShape3 *b,
                                struct AsuPenetration3 *answer);

// The contact of two shapes that share a point.
enum AsuStatus asu_contact3(const struct AsuShape3 *a,
                            const struct AsuShape3 *b,
                            struct AsuContact3 *answer);

// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
// `found` is false if no such place is found.
enum AsuStatus asu_parted3(const struct AsuShape3 *a,
                           const struct AsuShape3 *b,
                           struct AsuShape3 *parted,
                           bool *found);

// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
// It takes microseconds for each axis: it is for debugging.
enum AsuStatus asu_explain3(const struct AsuShape3 *a,
                            const struct AsuShape3 *b,
                            char *buffer,
                            size_t capacity,
                            size_t *length);

// Whether a point lies in a shape. Exact; its surface belongs to it.
enum AsuStatus asu_contains_point3(const struct AsuShape3 *shape, const float *point, bool *answer);

// The distance of a point from a shape: zero if and only if it lies in it, never more than the true one.
enum AsuStatus asu_distance_to_point3(const struct AsuShape3 *shape,
                                      const float *point,
                                      float *answer);

// The point of a shape that is nearest to a point, within rounding: the point itself, bit for bit, if the
// shape contains it. `nearest` takes as many floats as a vector has.
enum AsuStatus asu_closest_point3(const struct AsuShape3 *shape,
                                  const float *point,
                                  float *nearest);

// The first contact of a ray with a shape. There is one if and only if they share a point.
enum AsuStatus asu_ray_cast3(const struct AsuShape3 *shape,
                             const struct AsuRay3 *ray,
                             struct AsuRayHit3 *answer);

// The first contact of a segment, from `a` to `b`, with a shape.
enum AsuStatus asu_segment_cast3(const struct AsuShape3 *shape,
                                 const struct AsuSegment3 *segment,
                                 struct AsuRayHit3 *answer);

// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
// touching counts, but not touching at the start and moving away.
enum AsuStatus asu_cast3(const struct AsuShape3 *a,
                         const float *motion,
                         const struct AsuShape3 *b,
                         struct AsuCastHit3 *answer);

// When `a`, moved by `motion` without turning, leaves `b` for good, exactly: there is an exit only where
// `asu_cast3` finds a hit, and none if they still meet at the end of the motion.
enum AsuStatus asu_cast_exit3(const struct AsuShape3 *a,
                              const float *motion,
                              const struct AsuShape3 *b,
                              struct AsuCastExit *answer);

// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
enum AsuStatus asu_cast_rotating3(const struct AsuShape3 *a,
                                  const struct AsuPose3 *from,
                                  const struct AsuPose3 *to,
                                  const struct AsuShape3 *b,
                                  float tolerance,
                                  struct AsuRotatingHit3 *answer);

// Whether `a`, moved by `motion` without turning, shares a point with `b` anywhere on the way, its start and
// end included. Exact; touching counts. Cheaper than `asu_cast3`, which says where.
enum AsuStatus asu_sweep_intersects3(const struct AsuShape3 *a,
                                     const float *motion,
                                     const struct AsuShape3 *b,
                                     bool *answer);

// Whether all that `a` covers along `motion`, taken as one set, penetrates `b`. Exact; sliding along what is
// touched is none, passing through a wall without thickness is. This is what stops a mover.
enum AsuStatus asu_sweep_penetrates3(const struct AsuShape3 *a,
                                     const float *motion,
                                     const struct AsuShape3 *b,
                                     bool *answer);

// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
// stops nobody: who moves along what he touches is free.
enum AsuStatus asu_move_until_contact3(const struct AsuShape3 *shape,
                                       const float *motion,
                                       const struct AsuShape3 *obstacles,
                                       size_t count,
                                       struct AsuStop3 *stop,
                                       struct AsuObstacleHit3 *hits,
                                       size_t capacity);

// The defaults of a slide.
struct AsuSlideOptions3 asu_slide_options3(void);

// Moves a shape along `motion`, and along whatever of `count` obstacles is in its way. `options` may be null
// for the defaults; `hits` takes up to `capacity` of what it met.
enum AsuStatus asu_move_and_slide3(const struct AsuShape3 *shape,
                                   const float *motion,
                                   const struct AsuShape3 *obstacles,
                                   size_t count,
                                   const struct AsuSlideOptions3 *options,
                                   struct AsuSlide3 *slide,
                                   struct AsuObstacleHit3 *hits,
                                   size_t capacity);

// A shape at another position: where it stopped. Its first point, or the center of a box or sphere, goes to
// `position`, the others along with it, each number rounded. `found` is false if it cannot be stored there,
// or is of a kind that does not move.
enum AsuStatus asu_moved_to3(const struct AsuShape3 *shape,
                             const float *position,
                             struct AsuShape3 *moved,
                             bool *found);

// A shape with a displacement added to each of its points: what a slide has moved. `found` is as for
// `asu_moved_to3`.
enum AsuStatus asu_moved_by3(const struct AsuShape3 *shape,
                             const float *displacement,
                             struct AsuShape3 *moved,
                             bool *found);

// A position near that of a shape where it penetrates none of `count` obstacles: its own, if it penetrates
// none. `found` is false if there was none. A shape of a kind that does not move has none.
enum AsuStatus asu_depenetrate3(const struct AsuShape3 *shape,
                                const struct AsuShape3 *obstacles,
                                size_t count,
                                float *position,
                                bool *found);

// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
// questions about shapes that stay, a set is faster.
enum AsuStatus asu_intersects_each3(const struct AsuShape3 *shape,
                                    const struct AsuShape3 *others,
                                    size_t count,
                                    bool *answers);

// Asks one shape about each of many whether they share inner points: as `asu_intersects_each3`.
enum AsuStatus asu_penetrates_each3(const struct AsuShape3 *shape,
                                    const struct AsuShape3 *others,
                                    size_t count,
                                    bool *answers);

// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
// longer needed.
enum AsuStatus asu_set3_create(uint32_t kind,
                               struct AsuSet3 *set);

// Destroys a set.
enum AsuStatus asu_set3_destroy(struct AsuSet3 set);

// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
// is refused, they are added.
enum AsuStatus asu_set3_push(struct AsuSet3 set,
                             const struct AsuShape3 *shapes,
                             size_t count);

// Puts another shape of the set's kind in the place of one.
enum AsuStatus asu_set3_replace(struct AsuSet3 set, size_t index, const struct AsuShape3 *shape);

// Removes all shapes of a set.
enum AsuStatus asu_set3_clear(struct AsuSet3 set);

// How many shapes a set has.
enum AsuStatus asu_set3_length(struct AsuSet3 set, size_t *length);

// Removes a shape of a set, and gives the last one its number.
enum AsuStatus asu_set3_swap_remove(struct AsuSet3 set, size_t index);

// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
// holds, and how many there are.
enum AsuStatus asu_set3_intersecting(struct AsuSet3 set,
                                     const struct AsuShape3 *shape,
                                     uint32_t *numbers,
                                     size_t capacity,
                                     size_t *count);

// The numbers of the shapes of a set that share inner points with a shape: touching does not count.
enum AsuStatus asu_set3_penetrating(struct AsuSet3 set,
                                    const struct AsuShape3 *shape,
                                    uint32_t *numbers,
                                    size_t capacity,
                                    size_t *count);

// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
enum AsuStatus asu_set3_intersecting_pairs(struct AsuSet3 a,
                                           struct AsuSet3 b,
                                           const uint32_t *pairs,
                                           size_t pair_count,
                                           uint32_t *places,
                                           size_t capacity,
                                           size_t *count);

// The places of those pairs that share inner points: touching does not count.
enum AsuStatus asu_set3_penetrating_pairs(struct AsuSet3 a,
                                          struct AsuSet3 b,
                                          const uint32_t *pairs,
                                          size_t pair_count,
                                          uint32_t *places,
                                          size_t capacity,
                                          size_t *count);

// Makes a tree without boxes. Destroy it when it is no longer needed.
enum AsuStatus asu_tree3_create(struct AsuTree3 *tree);

// Destroys a tree.
enum AsuStatus asu_tree3_destroy(struct AsuTree3 tree);

// Sets the box of a number, in place of the one it had, if any; `kind` is one of `AsuBodyKind`: two fixed
// boxes are never a pair. Memory grows with the largest number: count from zero.
enum AsuStatus asu_tree3_set(struct AsuTree3 tree,
                             uint32_t number,
                             const struct AsuAabb3 *aabb,
                             uint32_t kind);

// Removes a number and its box, if it has one.
enum AsuStatus asu_tree3_remove(struct AsuTree3 tree, uint32_t number);

// Finds every two numbers whose boxes overlap, touching included, not both fixed, of which at least one
// was set since the last call; `asu_tree3_last_pairs` lists them.
enum AsuStatus asu_tree3_moved_pairs(struct AsuTree3 tree,
                                     size_t *count);

// The pairs that were found last, sorted: as many as `capacity` holds, and how many there are.
enum AsuStatus asu_tree3_last_pairs(struct AsuTree3 tree,
                                    struct AsuBoxPair *pairs,
                                    size_t capacity,
                                    size_t *count);

// The numbers of the boxes that share a point with a shape, sorted.
enum AsuStatus asu_tree3_intersecting(struct AsuTree3 tree,
                                      const struct AsuShape3 *shape,
                                      uint32_t *numbers,
                                      size_t capacity,
                                      size_t *count);

// Sorts in what was set since the last pairs, so that questions before the next ones are quick.
enum AsuStatus asu_tree3_settle(struct AsuTree3 tree);

// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
enum AsuStatus asu_world3_create(struct AsuWorld3 *world);

// Makes a world with layers of its own.
enum AsuStatus asu_world3_create_with_layers(const struct AsuLayers *layers,
                                             struct AsuWorld3 *world);

// Destroys a world. Its snapshots stay.
enum AsuStatus asu_world3_destroy(struct AsuWorld3 world);

// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world3_set_response(struct AsuWorld3 world, uint32_t a, uint32_t b, uint32_t to);

// Finds the contacts that began and ended since the last step. It moves nothing.
enum AsuStatus asu_world3_step(struct AsuWorld3 world);

// A number that shows whether two worlds differ: equal ones have the same, on every processor.
enum AsuStatus asu_world3_hash(struct AsuWorld3 world, uint64_t *hash);

// How two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world3_response(struct AsuWorld3 world,
                                   uint32_t a,
                                   uint32_t b,
                                   uint32_t *answer);

// The number of the layer with a name.
enum AsuStatus asu_world3_layer(struct AsuWorld3 world, const char *name, uint32_t *number);

// The name of a layer, by its number: as `asu_last_error_message`, it copies what fits into `buffer`;
// `length` is that of the whole name.
enum AsuStatus asu_world3_layer_name(struct AsuWorld3 world,
                                     uint32_t number,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *length);

// How many steps a world has made.
enum AsuStatus asu_world3_steps(struct AsuWorld3 world, uint64_t *steps);

// Sorts in what was inserted or placed since the last step, so that questions before the next one are quick.
enum AsuStatus asu_world3_settle(struct AsuWorld3 world);

// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
// may be null: fixed, without an owner.
enum AsuStatus asu_world3_insert(struct AsuWorld3 world,
                                 const struct AsuCollider3 *colliders,
                                 size_t count,
                                 const struct AsuBodyOptions *options,
                                 uint64_t *id);

// Inserts a body of one shape on the layer `default`, without an owner; `kind` is one of `AsuBodyKind`.
enum AsuStatus asu_world3_insert_shape(struct AsuWorld3 world,
                                       const struct AsuShape3 *shape,
                                       uint32_t kind,
                                       uint64_t *id);

// Removes a body. Its contacts end at the next step.
enum AsuStatus asu_world3_remove(struct AsuWorld3 world, uint64_t id);

// Whether a body is in the world still.
enum AsuStatus asu_world3_contains(struct AsuWorld3 world, uint64_t id, bool *answer);

// Places a body: all its colliders by one pose.
enum AsuStatus asu_world3_set_pose(struct AsuWorld3 world,
                                   uint64_t id,
                                   const struct AsuPose3 *pose);

// Places a body: each collider by a pose of its own, as many as it has.
enum AsuStatus asu_world3_set_poses(struct AsuWorld3 world,
                                    uint64_t id,
                                    const struct AsuPose3 *poses,
                                    size_t count);

// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix3`, as
// many as it has.
enum AsuStatus asu_world3_set_shapes(struct AsuWorld3 world,
                                     uint64_t id,
                                     const struct AsuShape3 *shapes,
                                     size_t count);

// Places many bodies at once: all of them, or none if one is refused.
enum AsuStatus asu_world3_place_all(struct AsuWorld3 world,
                                    const struct AsuBodyPose3 *bodies,
                                    size_t count);

// The pose by which a body was placed last; `found` is false if its colliders were placed one by one.
enum AsuStatus asu_world3_pose(struct AsuWorld3 world,
                               uint64_t id,
                               struct AsuPose3 *pose,
                               bool *found);

// The shape of a collider, placed. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_world3_shape(struct AsuWorld3 world,
                                struct AsuColliderId id,
                                struct AsuShape3 *shape);

// Puts a collider on another layer, by its number.
enum AsuStatus asu_world3_set_layer(struct AsuWorld3 world,
                                    struct AsuColliderId id,
                                    uint32_t number);

// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
enum AsuStatus asu_world3_set_owner(struct AsuWorld3 world,
                                    uint64_t id,
                                    uint32_t has_owner,
                                    uint64_t owner);

// Sets the layers with which a collider never pairs, in place of those before: bit n for layer n.
enum AsuStatus asu_world3_set_ignore(struct AsuWorld3 world,
                                     struct AsuColliderId id,
                                     uint64_t layers);

// Sets the tag of a collider.
enum AsuStatus asu_world3_set_tag(struct AsuWorld3 world, struct AsuColliderId id, uint64_t tag);

// Sets the bone of a collider; `ASU_NO_BONE` for none.
enum AsuStatus asu_world3_set_bone(struct AsuWorld3 world,
                                   struct AsuColliderId id,
                                   uint32_t number);

// Sets the region of a collider.
enum AsuStatus asu_world3_set_region(struct AsuWorld3 world,
                                     struct AsuColliderId id,
                                     uint16_t region);

// Sets the direction from which a one-way collider stops movers; null: it stops them from everywhere.
enum AsuStatus asu_world3_set_one_way(struct AsuWorld3 world,
                                      struct AsuColliderId id,
                                      const float *direction);

// A collider as it was inserted, its shape not placed, except for what was set since. A shape of kind
// `ASU_STORED` must be released.
enum AsuStatus asu_world3_collider(struct AsuWorld3 world,
                                   struct AsuColliderId id,
                                   struct AsuCollider3 *collider);

// The kind and owner of a body.
enum AsuStatus asu_world3_body_options(struct AsuWorld3 world,
                                       uint64_t id,
                                       struct AsuBodyOptions *options);

// Every body there is, in the order of their ids.
enum AsuStatus asu_world3_bodies(struct AsuWorld3 world,
                                 uint64_t *bodies,
                                 size_t capacity,
                                 size_t *count);

// The contact of two colliders as they are placed now: as `asu_contact3`. No step computes it.
enum AsuStatus asu_world3_contact(struct AsuWorld3 world,
                                  struct AsuColliderId a,
                                  struct AsuColliderId b,
                                  struct AsuContact3 *contact);

// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
// many there are.
enum AsuStatus asu_world3_events(struct AsuWorld3 world,
                                 struct AsuEvent3 *events,
                                 size_t capacity,
                                 size_t *count);

// The pairs of colliders in contact at the last step, sorted.
enum AsuStatus asu_world3_pairs(struct AsuWorld3 world,
                                struct AsuColliderPair *pairs,
                                size_t capacity,
                                size_t *count);

// The contacts between owners that began or ended at the last step, however many colliders take part: from
// the first contact to the last, ordered by the parties. Two bodies without an owner are told by
// `asu_world3_events` alone.
enum AsuStatus asu_world3_owner_events(struct AsuWorld3 world,
                                       struct AsuOwnerEvent *events,
                                       size_t capacity,
                                       size_t *count);

// The outlines of all colliders as segments, collider by collider, in the order of their ids.
enum AsuStatus asu_world3_lines(struct AsuWorld3 world,
                                struct AsuLine3 *lines,
                                size_t capacity,
                                size_t *count);

// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
// own. `hits` takes up to `capacity` of what stops it.
enum AsuStatus asu_world3_move(struct AsuWorld3 world,
                               uint64_t id,
                               const float *motion,
                               struct AsuBodyStop3 *stop,
                               struct AsuColliderHit3 *hits,
                               size_t capacity);

// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
// false, and it stays, if there is no place near by that is free.
enum AsuStatus asu_world3_depenetrate(struct AsuWorld3 world,
                                      uint64_t id,
                                      float *moved,
                                      bool *found);

// Moves a body along `motion`, and along whatever blocks it on the way; a body of several colliders moves as
// one. `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity`
// of what it met. Who walks on floors that move calls `asu_world3_walk`.
enum AsuStatus asu_world3_slide(struct AsuWorld3 world,
                                uint64_t id,
                                const float *motion,
                                const struct AsuSlideOptions3 *options,
                                const struct AsuHitFilter3 *filter,
                                struct AsuBodySlide3 *slide,
                                struct AsuColliderHit3 *hits,
                                size_t capacity);

// Turns a body about its position, the short way, until it would penetrate a collider whose layer blocks its
// own. `turn` is a rotation of any length but zero: four floats in 3D, cosine and sine in 2D.
enum AsuStatus asu_world3_turn(struct AsuWorld3 world,
                               uint64_t id,
                               const float *turn,
                               struct AsuTurnStop3 *stop);

// The defaults of a walk.
struct AsuWalkOptions3 asu_walk_options3(void);

// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
// `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity` of
// what it met.
enum AsuStatus asu_world3_walk(struct AsuWorld3 world,
                               uint64_t id,
                               const float *velocity,
                               float dt,
                               const struct AsuWalkOptions3 *options,
                               const struct AsuHitFilter3 *filter,
                               struct AsuWalk3 *walk,
                               struct AsuColliderHit3 *hits,
                               size_t capacity);

// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
// who is in its way. `bodies` takes up to `capacity` of those who were moved, `crushed` up to
// `crushed_capacity` of those who found no room. Call it before the walks of a tick.
enum AsuStatus asu_world3_carry(struct AsuWorld3 world,
                                uint64_t id,
                                const struct AsuPose3 *pose,
                                struct AsuCarriedBody3 *bodies,
                                size_t capacity,
                                size_t *count,
                                struct AsuCrushed3 *crushed,
                                size_t crushed_capacity,
                                size_t *crushed_count);

// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
enum AsuStatus asu_world3_set_surface_velocity(struct AsuWorld3 world,
                                               struct AsuColliderId id,
                                               const float *velocity);

// The velocity of the surface of a collider, as it was set; zero at first. `velocity` takes as many floats as
// a vector has.
enum AsuStatus asu_world3_surface_velocity(struct AsuWorld3 world,
                                           struct AsuColliderId id,
                                           float *velocity);

// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
enum AsuStatus asu_world3_begin_attack(struct AsuWorld3 world,
                                       uint64_t owner,
                                       uint64_t rehit_after,
                                       const struct AsuColliderId *colliders,
                                       size_t count,
                                       uint64_t *attack);

// Ends an attack.
enum AsuStatus asu_world3_end_attack(struct AsuWorld3 world, uint64_t attack);

// Says that a body was teleported to where it is: nothing is swept on the way there.
enum AsuStatus asu_world3_teleported(struct AsuWorld3 world, uint64_t id);

// Makes a rig without hitboxes. Errors quote its name. `scale_policy` is one of `AsuScalePolicy`. Destroy it
// in the end; bodies that were made of it stay.
enum AsuStatus asu_rig3_create(const char *name,
                               const struct AsuBone *bones,
                               size_t count,
                               uint32_t policy,
                               struct AsuRig3 *rig);

// Destroys a rig.
enum AsuStatus asu_rig3_destroy(struct AsuRig3 rig);

// Adds a hitbox, and writes its number, which is also that of its collider.
enum AsuStatus asu_rig3_add(struct AsuRig3 rig, const struct AsuHitbox3 *hitbox, size_t *number);

// Adds a shape that is held at `offset` from a bone, such as a weapon in a hand, as a hitbox that attacks.
enum AsuStatus asu_rig3_attach(struct AsuRig3 rig,
                               const char *bone,
                               const struct AsuShape3 *shape,
                               const struct AsuPose3 *offset,
                               size_t *number);

// The number of the first bone with a name.
enum AsuStatus asu_rig3_bone(struct AsuRig3 rig, const char *name, uint32_t *number);

// How many hitboxes a rig has.
enum AsuStatus asu_rig3_hitbox_count(struct AsuRig3 rig, size_t *count);

// The name of a region of the bodies of a rig: of the hitboxes with this region, the region they were given, or
// else their bone's name. As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of
// the whole name.
enum AsuStatus asu_rig3_region(struct AsuRig3 rig,
                               uint16_t region,
                               char *buffer,
                               size_t capacity,
                               size_t *length);

// The hitboxes of a rig in the world, in their order: each shape under its bone's matrix, then under the
// model's, sixteen floats in `model_layout`. A box becomes an oriented one. Those of kind `ASU_STORED` must be
// released.
enum AsuStatus asu_rig3_place(struct AsuRig3 rig,
                              const struct AsuBones *bones,
                              const float *model,
                              uint32_t model_layout,
                              struct AsuShape3 *shapes,
                              size_t capacity,
                              size_t *count);

// Inserts the hitboxes of a rig as one body, where the bones' matrices and the model's place them. Each
// collider has the number of its bone, and as its region that of `asu_rig3_region`. `hitboxes` is null for the
// defaults, or has one for each hitbox; `options` may be null: fixed, without an owner.
enum AsuStatus asu_world3_insert_rig(struct AsuWorld3 world,
                                     struct AsuRig3 rig,
                                     const struct AsuBones *bones,
                                     const float *model,
                                     uint32_t model_layout,
                                     const struct AsuHitboxOptions3 *hitboxes,
                                     size_t hitbox_count,
                                     const struct AsuBodyOptions *options,
                                     uint64_t *id);

// Places the colliders of a body of `asu_world3_insert_rig` as the bones are in this frame.
enum AsuStatus asu_world3_set_rig(struct AsuWorld3 world,
                                  uint64_t id,
                                  struct AsuRig3 rig,
                                  const struct AsuBones *bones,
                                  const float *model,
                                  uint32_t model_layout);

// The moment of the past that a view shows; `is_past` is false if it shows the world as it is. `clamped` says
// whether another was asked for, which lies too far back or is yet to come.
enum AsuStatus asu_view3_moment(const struct AsuView3 *view,
                                bool *is_past,
                                struct AsuMoment *moment,
                                bool *clamped);

// The shape of a collider, placed as it is, or was. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_view3_shape(const struct AsuView3 *view,
                               struct AsuColliderId id,
                               struct AsuShape3 *shape);

// Every collider there is, or was, in the order of their ids.
enum AsuStatus asu_view3_colliders(const struct AsuView3 *view,
                                   struct AsuColliderId *colliders,
                                   size_t capacity,
                                   size_t *count);

// The colliders that share a point with a shape, in the order of their ids. A ray or segment asks for the line of sight, a frustum for what a camera sees: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view3_intersecting(const struct AsuView3 *view,
                                      const struct AsuShape3 *shape,
                                      const struct AsuFilter *filter,
                                      size_t most,
                                      struct AsuFound *found,
                                      size_t capacity,
                                      size_t *count);

// Whether there is a collider that shares a point with a shape: it ends at the first that it finds.
enum AsuStatus asu_view3_any_intersecting(const struct AsuView3 *view,
                                          const struct AsuShape3 *shape,
                                          const struct AsuFilter *filter,
                                          bool *answer);

// The colliders that a ray meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view3_ray(const struct AsuView3 *view,
                             const struct AsuRay3 *ray,
                             const struct AsuFilter *filter,
                             size_t most,
                             struct AsuRayFound3 *found,
                             size_t capacity,
                             size_t *count);

// Whether there is a collider that a ray meets: it ends at the first that it finds.
enum AsuStatus asu_view3_any_on_ray(const struct AsuView3 *view,
                                    const struct AsuRay3 *ray,
                                    const struct AsuFilter *filter,
                                    bool *answer);

// The colliders that a segment meets, from `a` to `b`, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view3_segment(const struct AsuView3 *view,
                                 const struct AsuSegment3 *segment,
                                 const struct AsuFilter *filter,
                                 size_t most,
                                 struct AsuRayFound3 *found,
                                 size_t capacity,
                                 size_t *count);

// Whether there is a collider that a segment meets: it ends at the first that it finds.
enum AsuStatus asu_view3_any_on_segment(const struct AsuView3 *view,
                                        const struct AsuSegment3 *segment,
                                        const struct AsuFilter *filter,
                                        bool *answer);

// The colliders that a moving shape meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view3_cast(const struct AsuView3 *view,
                              const struct AsuShape3 *shape,
                              const float *motion,
                              const struct AsuFilter *filter,
                              size_t most,
                              struct AsuCastFound3 *found,
                              size_t capacity,
                              size_t *count);

// Whether there is a collider that a moving shape meets: it ends at the first that it finds.
enum AsuStatus asu_view3_any_on_cast(const struct AsuView3 *view,
                                     const struct AsuShape3 *shape,
                                     const float *motion,
                                     const struct AsuFilter *filter,
                                     bool *answer);

// The colliders that lie within a distance of a shape, by distance, then id; `within` may be infinite: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view3_near(const struct AsuView3 *view,
                              const struct AsuShape3 *shape,
                              float within,
                              const struct AsuFilter *filter,
                              size_t most,
                              struct AsuNearFound3 *found,
                              size_t capacity,
                              size_t *count);

// Whether there is a collider that lies within a distance of a shape: it ends at the first that it finds.
enum AsuStatus asu_view3_any_near(const struct AsuView3 *view,
                                  const struct AsuShape3 *shape,
                                  float within,
                                  const struct AsuFilter *filter,
                                  bool *answer);

// What each of many rays meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
// where there is none.
enum AsuStatus asu_view3_rays(const struct AsuView3 *view,
                              const struct AsuRay3 *rays,
                              size_t count,
                              const struct AsuFilter *filter,
                              struct AsuRayFound3 *found);

// What each of many segments meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
// where there is none.
enum AsuStatus asu_view3_segments(const struct AsuView3 *view,
                                  const struct AsuSegment3 *segments,
                                  size_t count,
                                  const struct AsuFilter *filter,
                                  struct AsuRayFound3 *found);

// Makes a level of triangles, each given by the numbers of three vertices: any soup, also with degenerate, doubled
// and crossing ones. Its parts are the triangles, by their numbers. It is a surface: what lies inside of closed
// ones shares no point with it. Triangles that share vertices leave no gap, bit for bit.
//
// `vertices` has as many floats each as a vector has, `triangles` three numbers each. `tags` is null, or has a
// number of your own for each triangle, which `asu_level3_tag` repeats. The data is copied. Destroy the level in
// the end; worlds that hold it keep it.
enum AsuStatus asu_level3_from_triangles(const float *vertices,
                                         size_t vertex_count,
                                         const uint32_t *triangles,
                                         size_t triangle_count,
                                         const uint32_t *tags,
                                         struct AsuLevel3 *level);

// Makes a level of bounded shapes of any kind, each placed by its pose; where `poses` is null, as they are. Its
// parts are the shapes, by their numbers. `tags` is null, or has a number for each.
enum AsuStatus asu_level3_from_shapes(const struct AsuShape3 *shapes,
                                      const struct AsuPose3 *poses,
                                      size_t count,
                                      const uint32_t *tags,
                                      struct AsuLevel3 *level);

// Makes a level of tiles: boxes on a grid. Its parts are the cells, by their numbers, along x first; what is
// empty has a number without a part. A byte a cell that is not like those around it.
enum AsuStatus asu_level3_from_tiles(const struct AsuTiles3 *tiles,
                                     struct AsuLevel3 *level);

// Sets what a cell of a level of tiles holds: 0 for nothing, 1 for a full cell, in 2D also a slope. `cell` has an
// index for each axis. A world that holds the level does not change: it is removed there, and inserted anew, which
// copies no cells.
enum AsuStatus asu_level3_set_tile(struct AsuLevel3 level,
                                   const uint32_t *cell,
                                   uint8_t kind);

// Makes a level of a height field: two triangles for each cell, some two bytes each. The parts of cell `n` are the
// triangles `2 n` and `2 n + 1`; a hole has numbers without parts.
enum AsuStatus asu_level3_from_heights(const struct AsuHeights3 *heights,
                                       struct AsuLevel3 *level);

// Destroys a level. Worlds that hold it keep it.
enum AsuStatus asu_level3_destroy(struct AsuLevel3 level);

// Makes a level of another that is placed by a pose: each number is rounded once. A grid cannot be turned.
enum AsuStatus asu_level3_placed(struct AsuLevel3 level,
                                 const struct AsuPose3 *pose,
                                 struct AsuLevel3 *placed);

// Makes a level of one of triangles, with other vertices and the same triangles and tags: of what moves, such as a
// cloth or a door that bends. There are as many vertices as before. It takes O(n) and keeps the order of the tree,
// so that answers are slower the further vertices have moved against one another. A level of another kind is
// `ASU_INVALID_ARGUMENT`.
enum AsuStatus asu_level3_with_vertices(struct AsuLevel3 level,
                                        const float *vertices,
                                        size_t vertex_count,
                                        struct AsuLevel3 *moved);

// How many parts a level has; what is empty of a grid is not counted.
enum AsuStatus asu_level3_part_count(struct AsuLevel3 level, size_t *count);

// A part of a level, as a shape. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_level3_part(struct AsuLevel3 level, uint32_t part, struct AsuShape3 *shape);

// The number that was given for a part of a level, of a height field for its cell; 0, if none was. Of tiles it is
// what the cell holds.
enum AsuStatus asu_level3_tag(struct AsuLevel3 level,
                              uint32_t part,
                              uint32_t *tag);

// A number that is the same for the same level, on every processor: bit for bit the same parts, with the same tags.
enum AsuStatus asu_level3_hash(struct AsuLevel3 level,
                               uint64_t *hash);

// Inserts a level as a fixed body of one collider, and writes its id: everything meets it as it meets other
// colliders, and what is found of it tells the part. Its layer and tag are set afterwards. `options` may be null:
// without an owner. It shares the level's data.
enum AsuStatus asu_world3_insert_level(struct AsuWorld3 world,
                                       struct AsuLevel3 level,
                                       const struct AsuBodyOptions *options,
                                       uint64_t *id);

// The level of a collider, as it is placed in a world: a new handle, to destroy in the end.
enum AsuStatus asu_world3_level(struct AsuWorld3 world,
                                struct AsuColliderId id,
                                struct AsuLevel3 *level);

// Whether a level shares a point with a shape. Exact; touching counts. A line of sight is a segment.
enum AsuStatus asu_level3_intersects(struct AsuLevel3 level,
                                     const struct AsuShape3 *shape,
                                     bool *answer);

// Whether a shape penetrates a part of a level. Exact; touching does not count. Surfaces are what they are: a shape
// that is wholly inside of closed triangles does not penetrate them.
enum AsuStatus asu_level3_penetrates(struct AsuLevel3 level,
                                     const struct AsuShape3 *shape,
                                     bool *answer);

// The numbers of all parts of a level that share a point with a shape, in order: as many as `capacity` holds, and
// how many there are.
enum AsuStatus asu_level3_parts_intersecting(struct AsuLevel3 level,
                                             const struct AsuShape3 *shape,
                                             uint32_t *parts,
                                             size_t capacity,
                                             size_t *count);

// How far a shape is from a level: zero if and only if they share a point. It errs low. A level without parts is
// `ASU_INVALID_ARGUMENT`.
enum AsuStatus asu_level3_distance(struct AsuLevel3 level,
                                   const struct AsuShape3 *shape,
                                   float *answer);

// The nearest part of a level, with the nearest points. There are none where the shape shares a point with the
// level, or that has no parts.
enum AsuStatus asu_level3_closest_points(struct AsuLevel3 level,
                                         const struct AsuShape3 *shape,
                                         struct AsuPartPoints3 *answer);

// The contacts of a shape with all parts of a level that share a point with it, in order: as many as `capacity`
// holds, and how many there are. At edges over which the surface goes on, normals are the face's.
enum AsuStatus asu_level3_contacts(struct AsuLevel3 level,
                                   const struct AsuShape3 *shape,
                                   struct AsuPartContact3 *contacts,
                                   size_t capacity,
                                   size_t *count);

// The first part of a level that a ray meets, and where. No ray passes between parts that share an edge or a vertex.
enum AsuStatus asu_level3_ray_cast(struct AsuLevel3 level,
                                   const struct AsuRay3 *ray,
                                   struct AsuPartRayHit3 *answer);

// The first part of a level that a segment meets, from `a` to `b`, and where.
enum AsuStatus asu_level3_segment_cast(struct AsuLevel3 level,
                                       const struct AsuSegment3 *segment,
                                       struct AsuPartRayHit3 *answer);

// All parts of a level that a segment meets, by fraction, then number: as many as `capacity` holds, and how many
// there are.
enum AsuStatus asu_level3_segment_casts(struct AsuLevel3 level,
                                        const struct AsuSegment3 *segment,
                                        struct AsuPartRayHit3 *hits,
                                        size_t capacity,
                                        size_t *count);

// The first part of a level that a shape meets, moved by `motion`, and where.
enum AsuStatus asu_level3_cast(struct AsuLevel3 level,
                               const struct AsuShape3 *shape,
                               const float *motion,
                               struct AsuPartCastHit3 *answer);

// Whether a shape, moved by `motion`, shares a point with a level anywhere on the way. Exact; touching counts.
enum AsuStatus asu_level3_sweep_intersects(struct AsuLevel3 level,
                                           const struct AsuShape3 *shape,
                                           const float *motion,
                                           bool *answer);

// Whether all that a shape covers along `motion` penetrates a part of a level. Exact. This is what stops a mover.
enum AsuStatus asu_level3_sweep_penetrates(struct AsuLevel3 level,
                                           const struct AsuShape3 *shape,
                                           const float *motion,
                                           bool *answer);

// Whether a point lies inside of a level of closed triangles, or on its surface. Exact. The first of these questions
// takes O(n log n). Triangles that are not closed are `ASU_INVALID_ARGUMENT`, whose message has an open edge; so
// is a level of another kind, of which `asu_level3_intersects` tells the same.
enum AsuStatus asu_level3_contains(struct AsuLevel3 level,
                                   const float *point,
                                   bool *answer);

// Whether a shape lies wholly inside of a level of closed triangles, without touching their surface. Exact.
// Unbounded shapes never do. What is refused is what `asu_level3_contains` refuses.
enum AsuStatus asu_level3_encloses(struct AsuLevel3 level,
                                   const struct AsuShape3 *shape,
                                   bool *answer);

// Whether a shape shares a point with a level of closed triangles and their inside. Exact; touching counts. What is
// refused is what `asu_level3_contains` refuses.
enum AsuStatus asu_level3_solid_intersects(struct AsuLevel3 level,
                                           const struct AsuShape3 *shape,
                                           bool *answer);

// Why a shape and a level meet, or do not, in a sentence: about the part of the smallest number that the shape meets,
// or else the nearest one, whose number `part` is. Without parts it is `ASU_NO_PART`, and the sentence is empty. As
// `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence. It is for
// debugging.
enum AsuStatus asu_level3_explain(struct AsuLevel3 level,
                                  const struct AsuShape3 *shape,
                                  uint32_t *part,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
enum AsuStatus asu_world3_snapshot(struct AsuWorld3 world, struct AsuSnapshot3 *snapshot);

// Goes back to the state of a snapshot, of this world or of another.
enum AsuStatus asu_world3_restore(struct AsuWorld3 world, struct AsuSnapshot3 snapshot);

// Destroys a snapshot.
enum AsuStatus asu_snapshot3_destroy(struct AsuSnapshot3 snapshot);

// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
// are.
enum AsuStatus asu_snapshot3_to_bytes(struct AsuSnapshot3 snapshot,
                                      uint8_t *bytes,
                                      size_t capacity,
                                      size_t *count);

// The snapshot of bytes, which may come from anybody. Of a world with levels, use
// `asu_snapshot3_from_bytes_with`.
enum AsuStatus asu_snapshot3_from_bytes(const uint8_t *bytes,
                                        size_t count,
                                        struct AsuSnapshot3 *snapshot);

// The snapshot of bytes of a world with levels, which hold their hashes alone: the levels are given, as they were
// before the world placed them, in any order, and others with them.
enum AsuStatus asu_snapshot3_from_bytes_with(const uint8_t *bytes,
                                             size_t count,
                                             const struct AsuLevel3 *levels,
                                             size_t level_count,
                                             struct AsuSnapshot3 *snapshot);

// How many steps the world of a snapshot had made.
enum AsuStatus asu_snapshot3_steps(struct AsuSnapshot3 snapshot, uint64_t *steps);

// The hash of the world of a snapshot: that of `asu_world3_hash`.
enum AsuStatus asu_snapshot3_hash(struct AsuSnapshot3 snapshot, uint64_t *hash);

// Makes an empty log. Destroy it in the end.
enum AsuStatus asu_log3_create(struct AsuLog3 *log);

// Destroys a log.
enum AsuStatus asu_log3_destroy(struct AsuLog3 log);

// Records the last step of a world; those after it, if there were any, are to be played again.
enum AsuStatus asu_log3_record(struct AsuLog3 log, struct AsuWorld3 world);

// Finds how what happened differs from what was told, since the step that was confirmed, and takes it for
// told: a hit sounds once, however often its step is played. `asu_log3_corrections` lists it.
enum AsuStatus asu_log3_compare(struct AsuLog3 log,
                                size_t *count);

// The corrections that were found last: step by step, what is withdrawn first.
enum AsuStatus asu_log3_corrections(struct AsuLog3 log,
                                    struct AsuCorrection3 *corrections,
                                    size_t capacity,
                                    size_t *count);

// Confirms that the world will not go back behind a step any more.
enum AsuStatus asu_log3_confirm(struct AsuLog3 log, uint64_t step);

// Makes a history that keeps the last `max_rewind` ticks and the newest. Destroy it in the end.
enum AsuStatus asu_history3_create(uint64_t max_rewind, struct AsuHistory3 *history);

// Destroys a history.
enum AsuStatus asu_history3_destroy(struct AsuHistory3 history);

// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
// later ones.
enum AsuStatus asu_history3_record(struct AsuHistory3 history,
                                   uint64_t tick,
                                   struct AsuWorld3 world);

// How many ticks a history goes back.
enum AsuStatus asu_history3_max_rewind(struct AsuHistory3 history, uint64_t *max_rewind);

// The ticks that can be viewed, in order.
enum AsuStatus asu_history3_ticks(struct AsuHistory3 history,
                                  uint64_t *ticks,
                                  size_t capacity,
                                  size_t *count);

// What a shape hits first while it flies from one tick to a later one, by `motion` in each: a slow rocket,
// which its player saw start in the past. From one tick to the next, others are where they are at the later
// one; nothing slips through between two positions.
enum AsuStatus asu_history3_cast_through(struct AsuHistory3 history,
                                         struct AsuWorld3 world,
                                         uint64_t from,
                                         uint64_t to,
                                         const struct AsuShape3 *shape,
                                         const float *motion,
                                         const struct AsuFilter *filter,
                                         struct AsuFlight3 *flight);

// Whether a claimed shot hit, in the world as its shooter saw it. Colliders that the filter does not admit are
// neither hit nor in the way, nor are the shooter's own. A claim from before the history is
// `ASU_TOO_OLD`, whatever the shot. `recorder`, if its handle is not zero, notes the claim and the verdict.
enum AsuStatus asu_history3_validate_shot(struct AsuHistory3 history,
                                          struct AsuWorld3 world,
                                          const struct AsuShotClaim3 *claim,
                                          const struct AsuFilter *filter,
                                          struct AsuRecorder recorder,
                                          struct AsuShotVerdict3 *verdict);

// Records a tick of a world, after its step.
enum AsuStatus asu_recorder_record3(struct AsuRecorder recorder,
                                    uint64_t tick,
                                    struct AsuWorld3 world);

// Lets a recorder note what happens in a world from now on: moves, slides, walks and attacks, as their calls
// are made. One of handle zero ends it; a recording that is finished notes nothing.
enum AsuStatus asu_recorder_watch3(struct AsuRecorder recorder,
                                   struct AsuWorld3 world);

// Names a collider, its bone and its region; each name may be null.
enum AsuStatus asu_recorder_label3(struct AsuRecorder recorder,
                                   struct AsuColliderId id,
                                   const char *name,
                                   const char *bone,
                                   const char *region);

// Records a body as a rig from now on, by what places it: its model, the clip and the time in it, in seconds,
// and the map from the model to the world. `model` null: by its shapes again.
enum AsuStatus asu_recorder_rig3(struct AsuRecorder recorder,
                                 uint64_t id,
                                 const char *model,
                                 const char *clip,
                                 float time,
                                 const float *root,
                                 uint32_t layout);

// Notes a query and what it found, in the order of the answer. It belongs to the tick that is recorded next.
enum AsuStatus asu_recorder_query3(struct AsuRecorder recorder,
                                   const struct AsuQueryNote3 *query,
                                   const struct AsuNotedHit3 *hits,
                                   size_t count);

// Adds a mesh to draw over bodies; `mesh` gets its number for `asu_recorder_skin3`.
enum AsuStatus asu_recorder_mesh3(struct AsuRecorder recorder,
                                  const struct AsuSkinnedMesh3 *skinned,
                                  uint32_t *mesh);

// Draws a mesh over a body from now on: `joints` has sixteen floats for each of `count` joints, which map from
// the mesh as modelled to the world.
enum AsuStatus asu_recorder_skin3(struct AsuRecorder recorder,
                                  uint64_t id,
                                  uint32_t mesh,
                                  const float *joints,
                                  size_t count,
                                  uint32_t layout);

// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
// the structure of a convex hull or frustum, which the library then keeps until `asu_release2`. Other
// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
enum AsuStatus asu_prepare2(const struct AsuShape2 *shape,
                            struct AsuShape2 *prepared);

// Forgets a shape of kind `ASU_STORED`: all copies of it are stale then. Bodies of worlds that were given
// it keep theirs. Shapes of other kinds need no release, and are left as they are.
enum AsuStatus asu_release2(const struct AsuShape2 *shape);

// The shape placed by a pose: turned, then moved. Each number is rounded once. A box along the axes
// becomes an oriented one; a projection cannot be placed.
enum AsuStatus asu_transformed2(const struct AsuShape2 *shape,
                                const struct AsuPose2 *pose,
                                struct AsuShape2 *image);

// The shape under a world matrix that may also scale and mirror: a box becomes an oriented box, exactly
// the image but for one rounding of each number; a sphere becomes one around the image, scaled by the
// largest factor; a parallelepiped is refused, as are the other kinds: place those by a pose.
//
// `matrix` is sixteen floats in one of `AsuLayout`. Feed it the box of the model's own space: the world's
// bounding box has grown around the turned model already. A matrix that skews a box is
// `ASU_INVALID_MATRIX`: see `asu_enclosing2`.
enum AsuStatus asu_under_matrix2(const struct AsuShape2 *shape,
                                 const float *matrix,
                                 uint32_t layout,
                                 struct AsuShape2 *image);

// A box or sphere around the image of one under any affine matrix, also one that skews. A box along the
// axes becomes an oriented one first, its center and half extents rounded.
enum AsuStatus asu_enclosing2(const struct AsuShape2 *shape,
                              const float *matrix,
                              uint32_t layout,
                              struct AsuShape2 *image);

// The oriented box with axes given as vectors, four floats in 2D: axis after axis, of any length but zero,
// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
enum AsuStatus asu_obb2_from_axes(const float *center,
                                  const float *axes,
                                  const float *half_extents,
                                  struct AsuShape2 *obb);

// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
enum AsuStatus asu_aabb2(const struct AsuShape2 *shape, struct AsuAabb2 *aabb);

// A sphere around a bounded shape, as small as numbers allow.
enum AsuStatus asu_bounding_sphere2(const struct AsuShape2 *shape, struct AsuSphere2 *sphere);

// The least box or sphere around points, or a small oriented box: of kind `ASU_AABB`, `ASU_SPHERE` or
// `ASU_OBB`. It contains each of them, exactly. `points` holds the coordinates, one point after the other.
enum AsuStatus asu_around_points2(uint32_t kind,
                                  const float *points,
                                  size_t count,
                                  struct AsuShape2 *around);

// A box or sphere around two of its kind: of boxes along the axes the least, of the others a small one. It
// contains both, exactly.
enum AsuStatus asu_merged2(const struct AsuShape2 *a,
                           const struct AsuShape2 *b,
                           struct AsuShape2 *around);

// Whether two shapes share a point. Exact; touching counts.
enum AsuStatus asu_intersects2(const struct AsuShape2 *a, const struct AsuShape2 *b, bool *answer);

// Whether two shapes share inner points. Exact; touching does not count.
enum AsuStatus asu_penetrates2(const struct AsuShape2 *a, const struct AsuShape2 *b, bool *answer);

// How `a` contains `b`. Exact; touching from within counts as containing.
enum AsuStatus asu_containment2(const struct AsuShape2 *a,
                                const struct AsuShape2 *b,
                                enum AsuContainment *answer);

// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
enum AsuStatus asu_side2(const struct AsuShape2 *shape,
                         const struct AsuPlane2 *plane,
                         enum AsuSide *answer);

// The distance of two shapes: zero if and only if they share a point, never more than the true one.
enum AsuStatus asu_distance2(const struct AsuShape2 *a, const struct AsuShape2 *b, float *answer);

// The nearest points of two shapes.
enum AsuStatus asu_closest_points2(const struct AsuShape2 *a,
                                   const struct AsuShape2 *b,
                                   struct AsuClosestPoints2 *answer);

// The shortest translation of `a` after which it does not penetrate `b`.
enum AsuStatus asu_penetration2(const struct AsuShape2 *a,
                                const struct AsuShape2 *b,
                                struct AsuPenetration2 *answer);

// The contact of two shapes that share a point.
enum AsuStatus asu_contact2(const struct AsuShape2 *a,
                            const struct AsuShape2 *b,
                            struct AsuContact2 *answer);

// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
// `found` is false if no such place is found.
enum AsuStatus asu_parted2(const struct AsuShape2 *a,
                           const struct AsuShape2 *b,
                           struct AsuShape2 *parted,
                           bool *found);

// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
// It takes microseconds for each axis: it is for debugging.
enum AsuStatus asu_explain2(const struct AsuShape2 *a,
                            const struct AsuShape2 *b,
                            char *buffer,
                            size_t capacity,
                            size_t *length);

// Whether a point lies in a shape. Exact; its surface belongs to it.
enum AsuStatus asu_contains_point2(const struct AsuShape2 *shape, const float *point, bool *answer);

// The distance of a point from a shape: zero if and only if it lies in it, never more than the true one.
enum AsuStatus asu_distance_to_point2(const struct AsuShape2 *shape,
                                      const float *point,
                                      float *answer);

// The point of a shape that is nearest to a point, within rounding: the point itself, bit for bit, if the
// shape contains it. `nearest` takes as many floats as a vector has.
enum AsuStatus asu_closest_point2(const struct AsuShape2 *shape,
                                  const float *point,
                                  float *nearest);

// The first contact of a ray with a shape. There is one if and only if they share a point.
enum AsuStatus asu_ray_cast2(const struct AsuShape2 *shape,
                             const struct AsuRay2 *ray,
                             struct AsuRayHit2 *answer);

// The first contact of a segment, from `a` to `b`, with a shape.
enum AsuStatus asu_segment_cast2(const struct AsuShape2 *shape,
                                 const struct AsuSegment2 *segment,
                                 struct AsuRayHit2 *answer);

// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
// touching counts, but not touching at the start and moving away.
enum AsuStatus asu_cast2(const struct AsuShape2 *a,
                         const float *motion,
                         const struct AsuShape2 *b,
                         struct AsuCastHit2 *answer);

// When `a`, moved by `motion` without turning, leaves `b` for good, exactly: there is an exit only where
// `asu_cast2` finds a hit, and none if they still meet at the end of the motion.
enum AsuStatus asu_cast_exit2(const struct AsuShape2 *a,
                              const float *motion,
                              const struct AsuShape2 *b,
                              struct AsuCastExit *answer);

// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
enum AsuStatus asu_cast_rotating2(const struct AsuShape2 *a,
                                  const struct AsuPose2 *from,
                                  const struct AsuPose2 *to,
                                  const struct AsuShape2 *b,
                                  float tolerance,
                                  struct AsuRotatingHit2 *answer);

// Whether `a`, moved by `motion` without turning, shares a point with `b` anywhere on the way, its start and
// end included. Exact; touching counts. Cheaper than `asu_cast2`, which says where.
enum AsuStatus asu_sweep_intersects2(const struct AsuShape2 *a,
                                     const float *motion,
                                     const struct AsuShape2 *b,
                                     bool *answer);

// Whether all that `a` covers along `motion`, taken as one set, penetrates `b`. Exact; sliding along what is
// touched is none, passing through a wall without thickness is. This is what stops a mover.
enum AsuStatus asu_sweep_penetrates2(const struct AsuShape2 *a,
                                     const float *motion,
                                     const struct AsuShape2 *b,
                                     bool *answer);

// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
// stops nobody: who moves along what he touches is free.
enum AsuStatus asu_move_until_contact2(const struct AsuShape2 *shape,
                                       const float *motion,
                                       const struct AsuShape2 *obstacles,
                                       size_t count,
                                       struct AsuStop2 *stop,
                                       struct AsuObstacleHit2 *hits,
                                       size_t capacity);

// The defaults of a slide.
struct AsuSlideOptions2 asu_slide_options2(void);

// Moves a shape along `motion`, and along whatever of `count` obstacles is in its way. `options` may be null
// for the defaults; `hits` takes up to `capacity` of what it met.
enum AsuStatus asu_move_and_slide2(const struct AsuShape2 *shape,
                                   const float *motion,
                                   const struct AsuShape2 *obstacles,
                                   size_t count,
                                   const struct AsuSlideOptions2 *options,
                                   struct AsuSlide2 *slide,
                                   struct AsuObstacleHit2 *hits,
                                   size_t capacity);

// A shape at another position: where it stopped. Its first point, or the center of a box or sphere, goes to
// `position`, the others along with it, each number rounded. `found` is false if it cannot be stored there,
// or is of a kind that does not move.
enum AsuStatus asu_moved_to2(const struct AsuShape2 *shape,
                             const float *position,
                             struct AsuShape2 *moved,
                             bool *found);

// A shape with a displacement added to each of its points: what a slide has moved. `found` is as for
// `asu_moved_to2`.
enum AsuStatus asu_moved_by2(const struct AsuShape2 *shape,
                             const float *displacement,
                             struct AsuShape2 *moved,
                             bool *found);

// A position near that of a shape where it penetrates none of `count` obstacles: its own, if it penetrates
// none. `found` is false if there was none. A shape of a kind that does not move has none.
enum AsuStatus asu_depenetrate2(const struct AsuShape2 *shape,
                                const struct AsuShape2 *obstacles,
                                size_t count,
                                float *position,
                                bool *found);

// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
// questions about shapes that stay, a set is faster.
enum AsuStatus asu_intersects_each2(const struct AsuShape2 *shape,
                                    const struct AsuShape2 *others,
                                    size_t count,
                                    bool *answers);

// Asks one shape about each of many whether they share inner points: as `asu_intersects_each2`.
enum AsuStatus asu_penetrates_each2(const struct AsuShape2 *shape,
                                    const struct AsuShape2 *others,
                                    size_t count,
                                    bool *answers);

// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
// longer needed.
enum AsuStatus asu_set2_create(uint32_t kind,
                               struct AsuSet2 *set);

// Destroys a set.
enum AsuStatus asu_set2_destroy(struct AsuSet2 set);

// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
// is refused, they are added.
enum AsuStatus asu_set2_push(struct AsuSet2 set,
                             const struct AsuShape2 *shapes,
                             size_t count);

// Puts another shape of the set's kind in the place of one.
enum AsuStatus asu_set2_replace(struct AsuSet2 set, size_t index, const struct AsuShape2 *shape);

// Removes all shapes of a set.
enum AsuStatus asu_set2_clear(struct AsuSet2 set);

// How many shapes a set has.
enum AsuStatus asu_set2_length(struct AsuSet2 set, size_t *length);

// Removes a shape of a set, and gives the last one its number.
enum AsuStatus asu_set2_swap_remove(struct AsuSet2 set, size_t index);

// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
// holds, and how many there are.
enum AsuStatus asu_set2_intersecting(struct AsuSet2 set,
                                     const struct AsuShape2 *shape,
                                     uint32_t *numbers,
                                     size_t capacity,
                                     size_t *count);

// The numbers of the shapes of a set that share inner points with a shape: touching does not count.
enum AsuStatus asu_set2_penetrating(struct AsuSet2 set,
                                    const struct AsuShape2 *shape,
                                    uint32_t *numbers,
                                    size_t capacity,
                                    size_t *count);

// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
enum AsuStatus asu_set2_intersecting_pairs(struct AsuSet2 a,
                                           struct AsuSet2 b,
                                           const uint32_t *pairs,
                                           size_t pair_count,
                                           uint32_t *places,
                                           size_t capacity,
                                           size_t *count);

// The places of those pairs that share inner points: touching does not count.
enum AsuStatus asu_set2_penetrating_pairs(struct AsuSet2 a,
                                          struct AsuSet2 b,
                                          const uint32_t *pairs,
                                          size_t pair_count,
                                          uint32_t *places,
                                          size_t capacity,
                                          size_t *count);

// Makes a tree without boxes. Destroy it when it is no longer needed.
enum AsuStatus asu_tree2_create(struct AsuTree2 *tree);

// Destroys a tree.
enum AsuStatus asu_tree2_destroy(struct AsuTree2 tree);

// Sets the box of a number, in place of the one it had, if any; `kind` is one of `AsuBodyKind`: two fixed
// boxes are never a pair. Memory grows with the largest number: count from zero.
enum AsuStatus asu_tree2_set(struct AsuTree2 tree,
                             uint32_t number,
                             const struct AsuAabb2 *aabb,
                             uint32_t kind);

// Removes a number and its box, if it has one.
enum AsuStatus asu_tree2_remove(struct AsuTree2 tree, uint32_t number);

// Finds every two numbers whose boxes overlap, touching included, not both fixed, of which at least one
// was set since the last call; `asu_tree2_last_pairs` lists them.
enum AsuStatus asu_tree2_moved_pairs(struct AsuTree2 tree,
                                     size_t *count);

// The pairs that were found last, sorted: as many as `capacity` holds, and how many there are.
enum AsuStatus asu_tree2_last_pairs(struct AsuTree2 tree,
                                    struct AsuBoxPair *pairs,
                                    size_t capacity,
                                    size_t *count);

// The numbers of the boxes that share a point with a shape, sorted.
enum AsuStatus asu_tree2_intersecting(struct AsuTree2 tree,
                                      const struct AsuShape2 *shape,
                                      uint32_t *numbers,
                                      size_t capacity,
                                      size_t *count);

// Sorts in what was set since the last pairs, so that questions before the next ones are quick.
enum AsuStatus asu_tree2_settle(struct AsuTree2 tree);

// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
enum AsuStatus asu_world2_create(struct AsuWorld2 *world);

// Makes a world with layers of its own.
enum AsuStatus asu_world2_create_with_layers(const struct AsuLayers *layers,
                                             struct AsuWorld2 *world);

// Destroys a world. Its snapshots stay.
enum AsuStatus asu_world2_destroy(struct AsuWorld2 world);

// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world2_set_response(struct AsuWorld2 world, uint32_t a, uint32_t b, uint32_t to);

// Finds the contacts that began and ended since the last step. It moves nothing.
enum AsuStatus asu_world2_step(struct AsuWorld2 world);

// A number that shows whether two worlds differ: equal ones have the same, on every processor.
enum AsuStatus asu_world2_hash(struct AsuWorld2 world, uint64_t *hash);

// How two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world2_response(struct AsuWorld2 world,
                                   uint32_t a,
                                   uint32_t b,
                                   uint32_t *answer);

// The number of the layer with a name.
enum AsuStatus asu_world2_layer(struct AsuWorld2 world, const char *name, uint32_t *number);

// The name of a layer, by its number: as `asu_last_error_message`, it copies what fits into `buffer`;
// `length` is that of the whole name.
enum AsuStatus asu_world2_layer_name(struct AsuWorld2 world,
                                     uint32_t number,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *length);

// How many steps a world has made.
enum AsuStatus asu_world2_steps(struct AsuWorld2 world, uint64_t *steps);

// Sorts in what was inserted or placed since the last step, so that questions before the next one are quick.
enum AsuStatus asu_world2_settle(struct AsuWorld2 world);

// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
// may be null: fixed, without an owner.
enum AsuStatus asu_world2_insert(struct AsuWorld2 world,
                                 const struct AsuCollider2 *colliders,
                                 size_t count,
                                 const struct AsuBodyOptions *options,
                                 uint64_t *id);

// Inserts a body of one shape on the layer `default`, without an owner; `kind` is one of `AsuBodyKind`.
enum AsuStatus asu_world2_insert_shape(struct AsuWorld2 world,
                                       const struct AsuShape2 *shape,
                                       uint32_t kind,
                                       uint64_t *id);

// Removes a body. Its contacts end at the next step.
enum AsuStatus asu_world2_remove(struct AsuWorld2 world, uint64_t id);

// Whether a body is in the world still.
enum AsuStatus asu_world2_contains(struct AsuWorld2 world, uint64_t id, bool *answer);

// Places a body: all its colliders by one pose.
enum AsuStatus asu_world2_set_pose(struct AsuWorld2 world,
                                   uint64_t id,
                                   const struct AsuPose2 *pose);

// Places a body: each collider by a pose of its own, as many as it has.
enum AsuStatus asu_world2_set_poses(struct AsuWorld2 world,
                                    uint64_t id,
                                    const struct AsuPose2 *poses,
                                    size_t count);

// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix2`, as
// many as it has.
enum AsuStatus asu_world2_set_shapes(struct AsuWorld2 world,
                                     uint64_t id,
                                     const struct AsuShape2 *shapes,
                                     size_t count);

// Places many bodies at once: all of them, or none if one is refused.
enum AsuStatus asu_world2_place_all(struct AsuWorld2 world,
                                    const struct AsuBodyPose2 *bodies,
                                    size_t count);

// The pose by which a body was placed last; `found` is false if its colliders were placed one by one.
enum AsuStatus asu_world2_pose(struct AsuWorld2 world,
                               uint64_t id,
                               struct AsuPose2 *pose,
                               bool *found);

// The shape of a collider, placed. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_world2_shape(struct AsuWorld2 world,
                                struct AsuColliderId id,
                                struct AsuShape2 *shape);

// Puts a collider on another layer, by its number.
enum AsuStatus asu_world2_set_layer(struct AsuWorld2 world,
                                    struct AsuColliderId id,
                                    uint32_t number);

// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
enum AsuStatus asu_world2_set_owner(struct AsuWorld2 world,
                                    uint64_t id,
                                    uint32_t has_owner,
                                    uint64_t owner);

// Sets the layers with which a collider never pairs, in place of those before: bit n for layer n.
enum AsuStatus asu_world2_set_ignore(struct AsuWorld2 world,
                                     struct AsuColliderId id,
                                     uint64_t layers);

// Sets the tag of a collider.
enum AsuStatus asu_world2_set_tag(struct AsuWorld2 world, struct AsuColliderId id, uint64_t tag);

// Sets the bone of a collider; `ASU_NO_BONE` for none.
enum AsuStatus asu_world2_set_bone(struct AsuWorld2 world,
                                   struct AsuColliderId id,
                                   uint32_t number);

// Sets the region of a collider.
enum AsuStatus asu_world2_set_region(struct AsuWorld2 world,
                                     struct AsuColliderId id,
                                     uint16_t region);

// Sets the direction from which a one-way collider stops movers; null: it stops them from everywhere.
enum AsuStatus asu_world2_set_one_way(struct AsuWorld2 world,
                                      struct AsuColliderId id,
                                      const float *direction);

// A collider as it was inserted, its shape not placed, except for what was set since. A shape of kind
// `ASU_STORED` must be released.
enum AsuStatus asu_world2_collider(struct AsuWorld2 world,
                                   struct AsuColliderId id,
                                   struct AsuCollider2 *collider);

// The kind and owner of a body.
enum AsuStatus asu_world2_body_options(struct AsuWorld2 world,
                                       uint64_t id,
                                       struct AsuBodyOptions *options);

// Every body there is, in the order of their ids.
enum AsuStatus asu_world2_bodies(struct AsuWorld2 world,
                                 uint64_t *bodies,
                                 size_t capacity,
                                 size_t *count);

// The contact of two colliders as they are placed now: as `asu_contact2`. No step computes it.
enum AsuStatus asu_world2_contact(struct AsuWorld2 world,
                                  struct AsuColliderId a,
                                  struct AsuColliderId b,
                                  struct AsuContact2 *contact);

// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
// many there are.
enum AsuStatus asu_world2_events(struct AsuWorld2 world,
                                 struct AsuEvent2 *events,
                                 size_t capacity,
                                 size_t *count);

// The pairs of colliders in contact at the last step, sorted.
enum AsuStatus asu_world2_pairs(struct AsuWorld2 world,
                                struct AsuColliderPair *pairs,
                                size_t capacity,
                                size_t *count);

// The contacts between owners that began or ended at the last step, however many colliders take part: from
// the first contact to the last, ordered by the parties. Two bodies without an owner are told by
// `asu_world2_events` alone.
enum AsuStatus asu_world2_owner_events(struct AsuWorld2 world,
                                       struct AsuOwnerEvent *events,
                                       size_t capacity,
                                       size_t *count);

// The outlines of all colliders as segments, collider by collider, in the order of their ids.
enum AsuStatus asu_world2_lines(struct AsuWorld2 world,
                                struct AsuLine2 *lines,
                                size_t capacity,
                                size_t *count);

// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
// own. `hits` takes up to `capacity` of what stops it.
enum AsuStatus asu_world2_move(struct AsuWorld2 world,
                               uint64_t id,
                               const float *motion,
                               struct AsuBodyStop2 *stop,
                               struct AsuColliderHit2 *hits,
                               size_t capacity);

// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
// false, and it stays, if there is no place near by that is free.
enum AsuStatus asu_world2_depenetrate(struct AsuWorld2 world,
                                      uint64_t id,
                                      float *moved,
                                      bool *found);

// Moves a body along `motion`, and along whatever blocks it on the way; a body of several colliders moves as
// one. `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity`
// of what it met. Who walks on floors that move calls `asu_world2_walk`.
enum AsuStatus asu_world2_slide(struct AsuWorld2 world,
                                uint64_t id,
                                const float *motion,
                                const struct AsuSlideOptions2 *options,
                                const struct AsuHitFilter2 *filter,
                                struct AsuBodySlide2 *slide,
                                struct AsuColliderHit2 *hits,
                                size_t capacity);

// Turns a body about its position, the short way, until it would penetrate a collider whose layer blocks its
// own. `turn` is a rotation of any length but zero: four floats in 3D, cosine and sine in 2D.
enum AsuStatus asu_world2_turn(struct AsuWorld2 world,
                               uint64_t id,
                               const float *turn,
                               struct AsuTurnStop2 *stop);

// The defaults of a walk.
struct AsuWalkOptions2 asu_walk_options2(void);

// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
// `options` may be null for the defaults, `filter` where every hit counts; `hits` takes up to `capacity` of
// what it met.
enum AsuStatus asu_world2_walk(struct AsuWorld2 world,
                               uint64_t id,
                               const float *velocity,
                               float dt,
                               const struct AsuWalkOptions2 *options,
                               const struct AsuHitFilter2 *filter,
                               struct AsuWalk2 *walk,
                               struct AsuColliderHit2 *hits,
                               size_t capacity);

// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
// who is in its way. `bodies` takes up to `capacity` of those who were moved, `crushed` up to
// `crushed_capacity` of those who found no room. Call it before the walks of a tick.
enum AsuStatus asu_world2_carry(struct AsuWorld2 world,
                                uint64_t id,
                                const struct AsuPose2 *pose,
                                struct AsuCarriedBody2 *bodies,
                                size_t capacity,
                                size_t *count,
                                struct AsuCrushed2 *crushed,
                                size_t crushed_capacity,
                                size_t *crushed_count);

// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
enum AsuStatus asu_world2_set_surface_velocity(struct AsuWorld2 world,
                                               struct AsuColliderId id,
                                               const float *velocity);

// The velocity of the surface of a collider, as it was set; zero at first. `velocity` takes as many floats as
// a vector has.
enum AsuStatus asu_world2_surface_velocity(struct AsuWorld2 world,
                                           struct AsuColliderId id,
                                           float *velocity);

// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
enum AsuStatus asu_world2_begin_attack(struct AsuWorld2 world,
                                       uint64_t owner,
                                       uint64_t rehit_after,
                                       const struct AsuColliderId *colliders,
                                       size_t count,
                                       uint64_t *attack);

// Ends an attack.
enum AsuStatus asu_world2_end_attack(struct AsuWorld2 world, uint64_t attack);

// Says that a body was teleported to where it is: nothing is swept on the way there.
enum AsuStatus asu_world2_teleported(struct AsuWorld2 world, uint64_t id);

// Makes a rig without hitboxes. Errors quote its name. `scale_policy` is one of `AsuScalePolicy`. Destroy it
// in the end; bodies that were made of it stay.
enum AsuStatus asu_rig2_create(const char *name,
                               const struct AsuBone *bones,
                               size_t count,
                               uint32_t policy,
                               struct AsuRig2 *rig);

// Destroys a rig.
enum AsuStatus asu_rig2_destroy(struct AsuRig2 rig);

// Adds a hitbox, and writes its number, which is also that of its collider.
enum AsuStatus asu_rig2_add(struct AsuRig2 rig, const struct AsuHitbox2 *hitbox, size_t *number);

// Adds a shape that is held at `offset` from a bone, such as a weapon in a hand, as a hitbox that attacks.
enum AsuStatus asu_rig2_attach(struct AsuRig2 rig,
                               const char *bone,
                               const struct AsuShape2 *shape,
                               const struct AsuPose2 *offset,
                               size_t *number);

// The number of the first bone with a name.
enum AsuStatus asu_rig2_bone(struct AsuRig2 rig, const char *name, uint32_t *number);

// How many hitboxes a rig has.
enum AsuStatus asu_rig2_hitbox_count(struct AsuRig2 rig, size_t *count);

// The name of a region of the bodies of a rig: of the hitboxes with this region, the region they were given, or
// else their bone's name. As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of
// the whole name.
enum AsuStatus asu_rig2_region(struct AsuRig2 rig,
                               uint16_t region,
                               char *buffer,
                               size_t capacity,
                               size_t *length);

// The hitboxes of a rig in the world, in their order: each shape under its bone's matrix, then under the
// model's, sixteen floats in `model_layout`. A box becomes an oriented one. Those of kind `ASU_STORED` must be
// released.
enum AsuStatus asu_rig2_place(struct AsuRig2 rig,
                              const struct AsuBones *bones,
                              const float *model,
                              uint32_t model_layout,
                              struct AsuShape2 *shapes,
                              size_t capacity,
                              size_t *count);

// Inserts the hitboxes of a rig as one body, where the bones' matrices and the model's place them. Each
// collider has the number of its bone, and as its region that of `asu_rig2_region`. `hitboxes` is null for the
// defaults, or has one for each hitbox; `options` may be null: fixed, without an owner.
enum AsuStatus asu_world2_insert_rig(struct AsuWorld2 world,
                                     struct AsuRig2 rig,
                                     const struct AsuBones *bones,
                                     const float *model,
                                     uint32_t model_layout,
                                     const struct AsuHitboxOptions2 *hitboxes,
                                     size_t hitbox_count,
                                     const struct AsuBodyOptions *options,
                                     uint64_t *id);

// Places the colliders of a body of `asu_world2_insert_rig` as the bones are in this frame.
enum AsuStatus asu_world2_set_rig(struct AsuWorld2 world,
                                  uint64_t id,
                                  struct AsuRig2 rig,
                                  const struct AsuBones *bones,
                                  const float *model,
                                  uint32_t model_layout);

// The moment of the past that a view shows; `is_past` is false if it shows the world as it is. `clamped` says
// whether another was asked for, which lies too far back or is yet to come.
enum AsuStatus asu_view2_moment(const struct AsuView2 *view,
                                bool *is_past,
                                struct AsuMoment *moment,
                                bool *clamped);

// The shape of a collider, placed as it is, or was. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_view2_shape(const struct AsuView2 *view,
                               struct AsuColliderId id,
                               struct AsuShape2 *shape);

// Every collider there is, or was, in the order of their ids.
enum AsuStatus asu_view2_colliders(const struct AsuView2 *view,
                                   struct AsuColliderId *colliders,
                                   size_t capacity,
                                   size_t *count);

// The colliders that share a point with a shape, in the order of their ids. A ray or segment asks for the line of sight, a frustum for what a camera sees: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view2_intersecting(const struct AsuView2 *view,
                                      const struct AsuShape2 *shape,
                                      const struct AsuFilter *filter,
                                      size_t most,
                                      struct AsuFound *found,
                                      size_t capacity,
                                      size_t *count);

// Whether there is a collider that shares a point with a shape: it ends at the first that it finds.
enum AsuStatus asu_view2_any_intersecting(const struct AsuView2 *view,
                                          const struct AsuShape2 *shape,
                                          const struct AsuFilter *filter,
                                          bool *answer);

// The colliders that a ray meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view2_ray(const struct AsuView2 *view,
                             const struct AsuRay2 *ray,
                             const struct AsuFilter *filter,
                             size_t most,
                             struct AsuRayFound2 *found,
                             size_t capacity,
                             size_t *count);

// Whether there is a collider that a ray meets: it ends at the first that it finds.
enum AsuStatus asu_view2_any_on_ray(const struct AsuView2 *view,
                                    const struct AsuRay2 *ray,
                                    const struct AsuFilter *filter,
                                    bool *answer);

// The colliders that a segment meets, from `a` to `b`, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view2_segment(const struct AsuView2 *view,
                                 const struct AsuSegment2 *segment,
                                 const struct AsuFilter *filter,
                                 size_t most,
                                 struct AsuRayFound2 *found,
                                 size_t capacity,
                                 size_t *count);

// Whether there is a collider that a segment meets: it ends at the first that it finds.
enum AsuStatus asu_view2_any_on_segment(const struct AsuView2 *view,
                                        const struct AsuSegment2 *segment,
                                        const struct AsuFilter *filter,
                                        bool *answer);

// The colliders that a moving shape meets, by fraction, then id: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view2_cast(const struct AsuView2 *view,
                              const struct AsuShape2 *shape,
                              const float *motion,
                              const struct AsuFilter *filter,
                              size_t most,
                              struct AsuCastFound2 *found,
                              size_t capacity,
                              size_t *count);

// Whether there is a collider that a moving shape meets: it ends at the first that it finds.
enum AsuStatus asu_view2_any_on_cast(const struct AsuView2 *view,
                                     const struct AsuShape2 *shape,
                                     const float *motion,
                                     const struct AsuFilter *filter,
                                     bool *answer);

// The colliders that lie within a distance of a shape, by distance, then id; `within` may be infinite: the first `most` of them, `SIZE_MAX` for all. One is the first.
enum AsuStatus asu_view2_near(const struct AsuView2 *view,
                              const struct AsuShape2 *shape,
                              float within,
                              const struct AsuFilter *filter,
                              size_t most,
                              struct AsuNearFound2 *found,
                              size_t capacity,
                              size_t *count);

// Whether there is a collider that lies within a distance of a shape: it ends at the first that it finds.
enum AsuStatus asu_view2_any_near(const struct AsuView2 *view,
                                  const struct AsuShape2 *shape,
                                  float within,
                                  const struct AsuFilter *filter,
                                  bool *answer);

// What each of many rays meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
// where there is none.
enum AsuStatus asu_view2_rays(const struct AsuView2 *view,
                              const struct AsuRay2 *rays,
                              size_t count,
                              const struct AsuFilter *filter,
                              struct AsuRayFound2 *found);

// What each of many segments meets first, in one call: `found` gets one for each of `count`, with `hit.found` false
// where there is none.
enum AsuStatus asu_view2_segments(const struct AsuView2 *view,
                                  const struct AsuSegment2 *segments,
                                  size_t count,
                                  const struct AsuFilter *filter,
                                  struct AsuRayFound2 *found);

// Makes a level of triangles, each given by the numbers of three vertices: any soup, also with degenerate, doubled
// and crossing ones. Its parts are the triangles, by their numbers. It is a surface: what lies inside of closed
// ones shares no point with it. Triangles that share vertices leave no gap, bit for bit.
//
// `vertices` has as many floats each as a vector has, `triangles` three numbers each. `tags` is null, or has a
// number of your own for each triangle, which `asu_level2_tag` repeats. The data is copied. Destroy the level in
// the end; worlds that hold it keep it.
enum AsuStatus asu_level2_from_triangles(const float *vertices,
                                         size_t vertex_count,
                                         const uint32_t *triangles,
                                         size_t triangle_count,
                                         const uint32_t *tags,
                                         struct AsuLevel2 *level);

// Makes a level of bounded shapes of any kind, each placed by its pose; where `poses` is null, as they are. Its
// parts are the shapes, by their numbers. `tags` is null, or has a number for each.
enum AsuStatus asu_level2_from_shapes(const struct AsuShape2 *shapes,
                                      const struct AsuPose2 *poses,
                                      size_t count,
                                      const uint32_t *tags,
                                      struct AsuLevel2 *level);

// Makes a level of tiles: boxes on a grid. Its parts are the cells, by their numbers, along x first; what is
// empty has a number without a part. A byte a cell that is not like those around it.
enum AsuStatus asu_level2_from_tiles(const struct AsuTiles2 *tiles,
                                     struct AsuLevel2 *level);

// Sets what a cell of a level of tiles holds: 0 for nothing, 1 for a full cell, in 2D also a slope. `cell` has an
// index for each axis. A world that holds the level does not change: it is removed there, and inserted anew, which
// copies no cells.
enum AsuStatus asu_level2_set_tile(struct AsuLevel2 level,
                                   const uint32_t *cell,
                                   uint8_t kind);

// Destroys a level. Worlds that hold it keep it.
enum AsuStatus asu_level2_destroy(struct AsuLevel2 level);

// Makes a level of another that is placed by a pose: each number is rounded once. A grid cannot be turned.
enum AsuStatus asu_level2_placed(struct AsuLevel2 level,
                                 const struct AsuPose2 *pose,
                                 struct AsuLevel2 *placed);

// Makes a level of one of triangles, with other vertices and the same triangles and tags: of what moves, such as a
// cloth or a door that bends. There are as many vertices as before. It takes O(n) and keeps the order of the tree,
// so that answers are slower the further vertices have moved against one another. A level of another kind is
// `ASU_INVALID_ARGUMENT`.
enum AsuStatus asu_level2_with_vertices(struct AsuLevel2 level,
                                        const float *vertices,
                                        size_t vertex_count,
                                        struct AsuLevel2 *moved);

// How many parts a level has; what is empty of a grid is not counted.
enum AsuStatus asu_level2_part_count(struct AsuLevel2 level, size_t *count);

// A part of a level, as a shape. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_level2_part(struct AsuLevel2 level, uint32_t part, struct AsuShape2 *shape);

// The number that was given for a part of a level, of a height field for its cell; 0, if none was. Of tiles it is
// what the cell holds.
enum AsuStatus asu_level2_tag(struct AsuLevel2 level,
                              uint32_t part,
                              uint32_t *tag);

// A number that is the same for the same level, on every processor: bit for bit the same parts, with the same tags.
enum AsuStatus asu_level2_hash(struct AsuLevel2 level,
                               uint64_t *hash);

// Inserts a level as a fixed body of one collider, and writes its id: everything meets it as it meets other
// colliders, and what is found of it tells the part. Its layer and tag are set afterwards. `options` may be null:
// without an owner. It shares the level's data.
enum AsuStatus asu_world2_insert_level(struct AsuWorld2 world,
                                       struct AsuLevel2 level,
                                       const struct AsuBodyOptions *options,
                                       uint64_t *id);

// The level of a collider, as it is placed in a world: a new handle, to destroy in the end.
enum AsuStatus asu_world2_level(struct AsuWorld2 world,
                                struct AsuColliderId id,
                                struct AsuLevel2 *level);

// Whether a level shares a point with a shape. Exact; touching counts. A line of sight is a segment.
enum AsuStatus asu_level2_intersects(struct AsuLevel2 level,
                                     const struct AsuShape2 *shape,
                                     bool *answer);

// Whether a shape penetrates a part of a level. Exact; touching does not count. Surfaces are what they are: a shape
// that is wholly inside of closed triangles does not penetrate them.
enum AsuStatus asu_level2_penetrates(struct AsuLevel2 level,
                                     const struct AsuShape2 *shape,
                                     bool *answer);

// The numbers of all parts of a level that share a point with a shape, in order: as many as `capacity` holds, and
// how many there are.
enum AsuStatus asu_level2_parts_intersecting(struct AsuLevel2 level,
                                             const struct AsuShape2 *shape,
                                             uint32_t *parts,
                                             size_t capacity,
                                             size_t *count);

// How far a shape is from a level: zero if and only if they share a point. It errs low. A level without parts is
// `ASU_INVALID_ARGUMENT`.
enum AsuStatus asu_level2_distance(struct AsuLevel2 level,
                                   const struct AsuShape2 *shape,
                                   float *answer);

// The nearest part of a level, with the nearest points. There are none where the shape shares a point with the
// level, or that has no parts.
enum AsuStatus asu_level2_closest_points(struct AsuLevel2 level,
                                         const struct AsuShape2 *shape,
                                         struct AsuPartPoints2 *answer);

// The contacts of a shape with all parts of a level that share a point with it, in order: as many as `capacity`
// holds, and how many there are. At edges over which the surface goes on, normals are the face's.
enum AsuStatus asu_level2_contacts(struct AsuLevel2 level,
                                   const struct AsuShape2 *shape,
                                   struct AsuPartContact2 *contacts,
                                   size_t capacity,
                                   size_t *count);

// The first part of a level that a ray meets, and where. No ray passes between parts that share an edge or a vertex.
enum AsuStatus asu_level2_ray_cast(struct AsuLevel2 level,
                                   const struct AsuRay2 *ray,
                                   struct AsuPartRayHit2 *answer);

// The first part of a level that a segment meets, from `a` to `b`, and where.
enum AsuStatus asu_level2_segment_cast(struct AsuLevel2 level,
                                       const struct AsuSegment2 *segment,
                                       struct AsuPartRayHit2 *answer);

// All parts of a level that a segment meets, by fraction, then number: as many as `capacity` holds, and how many
// there are.
enum AsuStatus asu_level2_segment_casts(struct AsuLevel2 level,
                                        const struct AsuSegment2 *segment,
                                        struct AsuPartRayHit2 *hits,
                                        size_t capacity,
                                        size_t *count);

// The first part of a level that a shape meets, moved by `motion`, and where.
enum AsuStatus asu_level2_cast(struct AsuLevel2 level,
                               const struct AsuShape2 *shape,
                               const float *motion,
                               struct AsuPartCastHit2 *answer);

// Whether a shape, moved by `motion`, shares a point with a level anywhere on the way. Exact; touching counts.
enum AsuStatus asu_level2_sweep_intersects(struct AsuLevel2 level,
                                           const struct AsuShape2 *shape,
                                           const float *motion,
                                           bool *answer);

// Whether all that a shape covers along `motion` penetrates a part of a level. Exact. This is what stops a mover.
enum AsuStatus asu_level2_sweep_penetrates(struct AsuLevel2 level,
                                           const struct AsuShape2 *shape,
                                           const float *motion,
                                           bool *answer);

// Why a shape and a level meet, or do not, in a sentence: about the part of the smallest number that the shape meets,
// or else the nearest one, whose number `part` is. Without parts it is `ASU_NO_PART`, and the sentence is empty. As
// `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence. It is for
// debugging.
enum AsuStatus asu_level2_explain(struct AsuLevel2 level,
                                  const struct AsuShape2 *shape,
                                  uint32_t *part,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);

// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
enum AsuStatus asu_world2_snapshot(struct AsuWorld2 world, struct AsuSnapshot2 *snapshot);

// Goes back to the state of a snapshot, of this world or of another.
enum AsuStatus asu_world2_restore(struct AsuWorld2 world, struct AsuSnapshot2 snapshot);

// Destroys a snapshot.
enum AsuStatus asu_snapshot2_destroy(struct AsuSnapshot2 snapshot);

// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
// are.
enum AsuStatus asu_snapshot2_to_bytes(struct AsuSnapshot2 snapshot,
                                      uint8_t *bytes,
                                      size_t capacity,
                                      size_t *count);

// The snapshot of bytes, which may come from anybody. Of a world with levels, use
// `asu_snapshot2_from_bytes_with`.
enum AsuStatus asu_snapshot2_from_bytes(const uint8_t *bytes,
                                        size_t count,
                                        struct AsuSnapshot2 *snapshot);

// The snapshot of bytes of a world with levels, which hold their hashes alone: the levels are given, as they were
// before the world placed them, in any order, and others with them.
enum AsuStatus asu_snapshot2_from_bytes_with(const uint8_t *bytes,
                                             size_t count,
                                             const struct AsuLevel2 *levels,
                                             size_t level_count,
                                             struct AsuSnapshot2 *snapshot);

// How many steps the world of a snapshot had made.
enum AsuStatus asu_snapshot2_steps(struct AsuSnapshot2 snapshot, uint64_t *steps);

// The hash of the world of a snapshot: that of `asu_world2_hash`.
enum AsuStatus asu_snapshot2_hash(struct AsuSnapshot2 snapshot, uint64_t *hash);

// Makes an empty log. Destroy it in the end.
enum AsuStatus asu_log2_create(struct AsuLog2 *log);

// Destroys a log.
enum AsuStatus asu_log2_destroy(struct AsuLog2 log);

// Records the last step of a world; those after it, if there were any, are to be played again.
enum AsuStatus asu_log2_record(struct AsuLog2 log, struct AsuWorld2 world);

// Finds how what happened differs from what was told, since the step that was confirmed, and takes it for
// told: a hit sounds once, however often its step is played. `asu_log2_corrections` lists it.
enum AsuStatus asu_log2_compare(struct AsuLog2 log,
                                size_t *count);

// The corrections that were found last: step by step, what is withdrawn first.
enum AsuStatus asu_log2_corrections(struct AsuLog2 log,
                                    struct AsuCorrection2 *corrections,
                                    size_t capacity,
                                    size_t *count);

// Confirms that the world will not go back behind a step any more.
enum AsuStatus asu_log2_confirm(struct AsuLog2 log, uint64_t step);

// Makes a history that keeps the last `max_rewind` ticks and the newest. Destroy it in the end.
enum AsuStatus asu_history2_create(uint64_t max_rewind, struct AsuHistory2 *history);

// Destroys a history.
enum AsuStatus asu_history2_destroy(struct AsuHistory2 history);

// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
// later ones.
enum AsuStatus asu_history2_record(struct AsuHistory2 history,
                                   uint64_t tick,
                                   struct AsuWorld2 world);

// How many ticks a history goes back.
enum AsuStatus asu_history2_max_rewind(struct AsuHistory2 history, uint64_t *max_rewind);

// The ticks that can be viewed, in order.
enum AsuStatus asu_history2_ticks(struct AsuHistory2 history,
                                  uint64_t *ticks,
                                  size_t capacity,
                                  size_t *count);

// What a shape hits first while it flies from one tick to a later one, by `motion` in each: a slow rocket,
// which its player saw start in the past. From one tick to the next, others are where they are at the later
// one; nothing slips through between two positions.
enum AsuStatus asu_history2_cast_through(struct AsuHistory2 history,
                                         struct AsuWorld2 world,
                                         uint64_t from,
                                         uint64_t to,
                                         const struct AsuShape2 *shape,
                                         const float *motion,
                                         const struct AsuFilter *filter,
                                         struct AsuFlight2 *flight);

// Whether a claimed shot hit, in the world as its shooter saw it. Colliders that the filter does not admit are
// neither hit nor in the way, nor are the shooter's own. A claim from before the history is
// `ASU_TOO_OLD`, whatever the shot. `recorder`, if its handle is not zero, notes the claim and the verdict.
enum AsuStatus asu_history2_validate_shot(struct AsuHistory2 history,
                                          struct AsuWorld2 world,
                                          const struct AsuShotClaim2 *claim,
                                          const struct AsuFilter *filter,
                                          struct AsuRecorder recorder,
                                          struct AsuShotVerdict2 *verdict);

// Records a tick of a world, after its step.
enum AsuStatus asu_recorder_record2(struct AsuRecorder recorder,
                                    uint64_t tick,
                                    struct AsuWorld2 world);

// Lets a recorder note what happens in a world from now on: moves, slides, walks and attacks, as their calls
// are made. One of handle zero ends it; a recording that is finished notes nothing.
enum AsuStatus asu_recorder_watch2(struct AsuRecorder recorder,
                                   struct AsuWorld2 world);

// Names a collider, its bone and its region; each name may be null.
enum AsuStatus asu_recorder_label2(struct AsuRecorder recorder,
                                   struct AsuColliderId id,
                                   const char *name,
                                   const char *bone,
                                   const char *region);

// Records a body as a rig from now on, by what places it: its model, the clip and the time in it, in seconds,
// and the map from the model to the world. `model` null: by its shapes again.
enum AsuStatus asu_recorder_rig2(struct AsuRecorder recorder,
                                 uint64_t id,
                                 const char *model,
                                 const char *clip,
                                 float time,
                                 const float *root,
                                 uint32_t layout);

// Notes a query and what it found, in the order of the answer. It belongs to the tick that is recorded next.
enum AsuStatus asu_recorder_query2(struct AsuRecorder recorder,
                                   const struct AsuQueryNote2 *query,
                                   const struct AsuNotedHit2 *hits,
                                   size_t count);

// Adds a mesh to draw over bodies; `mesh` gets its number for `asu_recorder_skin2`.
enum AsuStatus asu_recorder_mesh2(struct AsuRecorder recorder,
                                  const struct AsuSkinnedMesh2 *skinned,
                                  uint32_t *mesh);

// Draws a mesh over a body from now on: `joints` has sixteen floats for each of `count` joints, which map from
// the mesh as modelled to the world.
enum AsuStatus asu_recorder_skin2(struct AsuRecorder recorder,
                                  uint64_t id,
                                  uint32_t mesh,
                                  const float *joints,
                                  size_t count,
                                  uint32_t layout);

// The oriented box of a sprite: `size` (two floats) in pixels or units before scaling, `pivot` (two
// floats) in fractions of the texture, 0.5 and 0.5 for its middle, under the sprite's world matrix of
// sixteen floats, which turns, moves, scales and mirrors it. The pivot is the point of the texture that the
// matrix places at its translation. The matrix's z row and column are left out.
enum AsuStatus asu_obb2_from_sprite(const float *size,
                                    const float *pivot,
                                    const float *matrix,
                                    uint32_t layout,
                                    struct AsuShape2 *obb);

// Makes a level of a line of segments through vertices, of as many floats each as a vector has. Its parts are the
// segments, by their numbers. If `closed` is 1, a last one leads back to the first vertex; it is a line all the same.
// If `one_sided` is 1, segments block from their left side alone. `tags` is null, or has a number for each segment.
enum AsuStatus asu_level2_from_chain(const float *vertices,
                                     size_t vertex_count,
                                     uint32_t closed,
                                     uint32_t one_sided,
                                     const uint32_t *tags,
                                     struct AsuLevel2 *level);

// Makes a level of what lies within an odd number of rings of vertices: a polygon that need not be convex, with holes
// and islands. `lengths` has for each ring how many vertices are its own, which follow one another in `vertices`.
// Edges that cross or touch, spikes and repeated vertices are refused. Its parts are convex, and exactly the
// polygon.
enum AsuStatus asu_level2_from_rings(const float *vertices,
                                     const size_t *lengths,
                                     size_t ring_count,
                                     struct AsuLevel2 *level);

// Adds a kind of tile to a level of tiles, and writes its number: the convex hull of points of the unit square, of
// two floats each, whose first corner is the cell's least.
enum AsuStatus asu_level2_add_slope(struct AsuLevel2 level,
                                    const float *points,
                                    size_t count,
                                    uint8_t *kind);

// What a pixel shows of a scene: the ray from the near plane away from the eye, of length one. It serves
// where the far plane is at infinity, too.
//
// `pixel` and `viewport` are two floats each: from the upper left corner, x to the right and y down; the
// width and height. `inverse` is the inverse of the view-projection matrix, sixteen floats in one of
// `AsuLayout`; `depth` is one of `AsuDepth`, and may be reversed.
enum AsuStatus asu_ray3_through_pixel(const float *pixel,
                                      const float *viewport,
                                      const float *inverse,
                                      uint32_t layout,
                                      uint32_t depth,
                                      struct AsuRay3 *ray);

// The same as a segment, from the near plane to the far plane: cast it to pick with the mouse, and nothing
// before or behind the view is hit.
enum AsuStatus asu_segment3_through_pixel(const float *pixel,
                                          const float *viewport,
                                          const float *inverse,
                                          uint32_t layout,
                                          uint32_t depth,
                                          struct AsuSegment3 *segment);

// Begins a recording in memory: its title, ended by a zero byte, and how many ticks a second has. Destroy
// it in the end.
enum AsuStatus asu_recorder_create(const char *title,
                                   uint32_t ticks_per_second,
                                   struct AsuRecorder *recorder);

// Destroys a recorder, and what it recorded.
enum AsuStatus asu_recorder_destroy(struct AsuRecorder recorder);

// Ends the recording, if it has not ended, and gives its bytes, to be written to a file: as many as
// `capacity` holds, and how many there are.
enum AsuStatus asu_recorder_finish(struct AsuRecorder recorder,
                                   uint8_t *bytes,
                                   size_t capacity,
                                   size_t *count);

// Makes a skin. The data is copied. Destroy it in the end; histories that recorded it keep it.
enum AsuStatus asu_skin_create(const struct AsuSkinData *data, struct AsuSkin *skin);

// Destroys a skin.
enum AsuStatus asu_skin_destroy(struct AsuSkin skin);

// How many matrices a pose of a skin has at least.
enum AsuStatus asu_skin_joint_count(struct AsuSkin skin, size_t *count);

// Records the skin of a body as it is at the tick recorded last, so that `asu_history3_validate_shot` tells whether
// a shot hit it, or the air of a hitbox: `ASU_SHOT_GRAZED`. `bones` are skinning matrices, which map to the model's
// space; `model` maps that to the world, sixteen floats in `model_layout`, or is null if they map there themselves.
// A body of several meshes has several skins: each call adds one.
enum AsuStatus asu_history3_record_skin(struct AsuHistory3 history,
                                        uint64_t id,
                                        struct AsuSkin skin,
                                        const struct AsuBones *bones,
                                        const float *model,
                                        uint32_t model_layout);

// The first triangle of a skin in a pose that a segment meets, from `a` to `b`: the part is its number. The matrices
// are those of `asu_history3_record_skin`. It poses the triangles near the segment alone.
enum AsuStatus asu_skin_segment_cast(struct AsuSkin skin,
                                     const struct AsuBones *bones,
                                     const float *model,
                                     uint32_t model_layout,
                                     const struct AsuSegment3 *segment,
                                     struct AsuPartRayHit3 *answer);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASUNDER_H */

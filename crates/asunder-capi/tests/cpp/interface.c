/* The C interface from C, without the wrapper: what a plain struct means, and how calls fail. */
#include <asunder.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;
#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);          \
            failures++;                                                      \
        }                                                                    \
    } while (0)

int main(void) {
    CHECK(asu_version() == ASU_VERSION);

    struct AsuShape3 box = {ASU_OBB, {.obb = {{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 5}}}};
    struct AsuShape3 ball = {ASU_SPHERE, {.sphere = {{0, 2, 0}, 1}}};
    bool touch = false, penetrate = true;
    CHECK(asu_intersects3(&box, &ball, &touch) == ASU_OK && touch);
    CHECK(asu_penetrates3(&box, &ball, &penetrate) == ASU_OK && !penetrate);
    CHECK(asu_prepare3(&box, &box) == ASU_OK && box.kind == ASU_PREPARED_OBB);
    CHECK(asu_intersects3(&box, &ball, &touch) == ASU_OK && touch);

    const float down[3] = {0, -3, 0};
    struct AsuCastHit3 hit;
    ball.data.sphere.center[1] = 4;
    CHECK(asu_cast3(&ball, down, &box, &hit) == ASU_OK && hit.found && hit.normal[1] == 1);

    ball.data.sphere.radius = NAN;
    char message[64];
    CHECK(asu_intersects3(&box, &ball, &touch) == ASU_NOT_FINITE);
    CHECK(asu_last_error_message(message, sizeof message) == strlen("b: radius is NaN; expected a finite number"));
    CHECK(strcmp(message, "b: radius is NaN; expected a finite number") == 0);
    CHECK(asu_intersects3(&box, NULL, &touch) == ASU_NULL);

    /* A polygon in the plane, kept by the library. */
    const float corners[] = {0, 0, 4, 0, 0, 3};
    struct AsuShape2 triangle = {ASU_CONVEX_HULL, {.convex_hull = {corners, 3}}};
    struct AsuShape2 kept, point = {ASU_POINT, {.point = {2, 1.5f}}};
    CHECK(asu_prepare2(&triangle, &kept) == ASU_OK && kept.kind == ASU_STORED);
    CHECK(asu_intersects2(&kept, &point, &touch) == ASU_OK && touch);
    CHECK(asu_release2(&kept) == ASU_OK && asu_release2(&kept) == ASU_STALE);
    CHECK(asu_intersects2(&kept, &point, &touch) == ASU_STALE);

    /* A world by its handle: a ball falls onto a floor, and lies there. */
    struct AsuWorld2 world;
    CHECK(asu_world2_create(&world) == ASU_OK);
    CHECK(asu_world2_set_response(world, 0, 0, ASU_BLOCK) == ASU_OK);
    struct AsuShape2 floor = {ASU_AABB, {.aabb = {{-9, -1}, {9, 0}}}};
    struct AsuShape2 coin = {ASU_SPHERE, {.sphere = {{0, 5}, 0.5f}}};
    uint64_t ground, body;
    CHECK(asu_world2_insert_shape(world, &floor, ASU_FIXED, &ground) == ASU_OK);
    CHECK(asu_world2_insert_shape(world, &coin, ASU_MOVING, &body) == ASU_OK);
    const float fall[2] = {0, -9};
    struct AsuBodyStop2 stop;
    struct AsuColliderHit2 hits[2];
    CHECK(asu_world2_move(world, body, fall, &stop, hits, 2) == ASU_OK);
    CHECK(stop.position[1] == 0.5f && stop.hit_count == 1 && hits[0].obstacle.body == ground);
    /* A view is a plain struct: zero but for the world, it is the world as it is. */
    const struct AsuView2 view = {.world = world};
    const struct AsuRay2 look = {{0, 9}, {0, -1}};
    struct AsuRayFound2 found[2];
    size_t seen = 0;
    CHECK(asu_view2_ray(&view, &look, NULL, SIZE_MAX, found, 2, &seen) == ASU_OK && seen == 2);
    CHECK(found[0].found.collider.body == body && found[0].hit.fraction == 8 && found[1].hit.fraction == 9);
    struct AsuFilter nothing = asu_filter();
    nothing.layers = 0;
    CHECK(asu_view2_any_on_ray(&view, &look, &nothing, &touch) == ASU_OK && !touch);
    CHECK(asu_world2_step(world) == ASU_OK);
    struct AsuEvent2 events[4];
    size_t count = 0;
    CHECK(asu_world2_events(world, events, 4, &count) == ASU_OK && count == 1);
    CHECK(events[0].kind == ASU_BLOCKED && events[0].a.body == body && events[0].normal[1] == 1);
    CHECK(asu_world2_remove(world, body) == ASU_OK && asu_world2_remove(world, body) == ASU_STALE);
    CHECK(asu_world2_destroy(world) == ASU_OK && asu_world2_step(world) == ASU_STALE);

    if (failures == 0) printf("interface.c: all as expected\n");
    return failures;
}

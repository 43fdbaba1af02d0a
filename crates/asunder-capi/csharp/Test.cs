// A program over the C# files: what answers mean at their boundaries, in both dimensions. It prints what is not as
// expected, and ends with how many that is.
using System;
using System.Diagnostics;
using System.Linq;
using Asunder;

static class Test
{
    static int failures;

    static void Check(bool holds, string what)
    {
        if (holds) return;
        failures++;
        Console.Error.WriteLine("not so: " + what + " (line " + new StackFrame(1, true).GetFileLineNumber() + ")");
    }
    static Status Refused(Action call)
    {
        try { call(); }
        catch (AsunderException refused) { return refused.Status; }
        return Status.Ok;
    }

    static void Shapes()
    {
        var box = Shape3.Obb(new Vec3(0, 0, 0), new Vec3(1, 1, 1), new Rotation3(0, 0, 0, 5));
        var ball = Shape3.Sphere(new Vec3(0, 2, 0), 1);
        Check(box.Kind == ShapeKind.PreparedObb, "a box is prepared");
        Check(box.Intersects(ball) && !box.Penetrates(ball) && box.Distance(ball) == 0, "touching counts, and is no penetration");
        var next = Shape3.Sphere(new Vec3(0, 2.0000002f, 0), 1);
        Check(!box.Intersects(next) && box.Distance(next) > 0, "a unit in the last place further they are apart");
        Check(box.ClosestPoints(ball) == null && box.ClosestPoints(next).Value.OnA.Y == 1, "nearest points of what is apart");
        Check(ball.Penetration(box).Value.Depth == 0 && ball.Penetration(box).Value.Normal.Y == 1, "a touch has a normal");
        var sunk = Shape3.Sphere(new Vec3(0, 1.5f, 0), 1);
        var contact = sunk.Contact(box).Value;
        Check(contact.Depth == 0.5f && contact.PointCount == 1 && contact.First.OnB.Y == 1, "a contact");
        Check(contact.FeatureB.Kind == FeatureKind.Face && contact.FeatureB.Index == 3, "the upper face of the box");
        Check(box.Containment(Shape3.Point(new Vec3(1, 1, 1))) == Containment.Contains && box.Contains(new Vec3(1, 1, 1)), "a corner is inside");
        Check(!box.Contains(new Vec3(1, 1.0000001f, 1)), "the next float is not");
        Check(box.RayCast(new Vec3(0, 5, 0), new Vec3(0, -1, 0)).Value.Fraction == 4, "a ray");
        Check(box.RayCast(new Vec3(1, 5, 1), new Vec3(0, -1, 0)) != null, "a ray along an edge");
        Check(box.RayCast(new Vec3(1.0000001f, 5, 0), new Vec3(0, -1, 0)) == null, "a ray beside it");
        Check(box.SegmentCast(new Vec3(0, 5, 0), new Vec3(0, 1, 0)).Value.Fraction == 1, "the end of a segment counts");
        Check(ball.Cast(new Vec3(0, 3, 0), box) == null, "who touches and leaves meets nothing");
        var far = Shape3.Sphere(new Vec3(-4, 0, 0), 1);
        var cast = far.Cast(new Vec3(8, 0, 0), box).Value;
        Check(cast.Fraction == 0.25f && far.CastExit(new Vec3(8, 0, 0), box) == 0.75f && cast.Started == Started.Apart, "a cast in and out");
        Check(far.SweepPenetrates(new Vec3(8, 0, 0), box) && !far.SweepPenetrates(new Vec3(2, 0, 0), box), "sweeps");
        var hull = Shape3.ConvexHull(new[] { new Vec3(0, 0, 0), new Vec3(4, 0, 0), new Vec3(0, 4, 0), new Vec3(0, 0, 4) });
        Check(hull.Kind == ShapeKind.Stored && hull.Intersects(Shape3.Point(new Vec3(2, 2, 0))), "a hull, on its edge");
        // Moved to (5, 6, 7), as Unity lists it: column by column.
        var moved = new float[] { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 };
        Check(box.Under(moved, MatrixLayout.OpenGL).Contains(new Vec3(6, 7, 8)), "under a matrix");
        Check(Refused(() => box.Under(moved, MatrixLayout.Ogre)) == Status.InvalidMatrix, "a transposed matrix");
        Check(Refused(() => Shape3.Sphere(new Vec3(0, 0, 0), float.NaN)) == Status.NotFinite, "not a number");
        try { Shape3.Sphere(new Vec3(0, 0, 0), -1); }
        catch (AsunderException refused) { Check(refused.Message == "shape: radius is -1; expected zero or more", refused.Message); }
        Check(box.Transformed(new Pose3(new Vec3(0, 9, 0))).Distance(box) == 7, "by a pose");
        for (int i = 0; i < 1000; i++) Shape3.ConvexHull(new[] { new Vec3(0, 0, 0), new Vec3(1, 0, 0), new Vec3(0, i, 0) });

        var triangle = Shape2.Triangle(new Vec2(0, 0), new Vec2(4, 0), new Vec2(0, 3));
        Check(triangle.Intersects(Shape2.Point(new Vec2(2, 1.5f))) && !triangle.Contains(new Vec2(2, 1.5000002f)), "in the plane");
        var turned = Shape2.Obb(new Vec2(0, 0), new Vec2(2, 1), new Rotation2(0, 1));
        Check(turned.Contains(new Vec2(1, 2)) && !turned.Contains(new Vec2(2, 1)), "a quarter turn");
    }

    static void Worlds()
    {
        using (var world = new World3())
        using (var history = new History3(8))
        {
            world.SetResponse(0, 0, Response.Block);
            var floor = world.Insert(Shape3.Aabb(new Vec3(-9, -1, -9), new Vec3(9, 0, 9)), BodyKind.Fixed);
            var wall = world.Insert(Shape3.Aabb(new Vec3(3, 0, -9), new Vec3(4, 9, 9)), BodyKind.Fixed);
            var colliders = new[] { new Collider3(Shape3.Capsule(new Vec3(0, 0.5f, 0), new Vec3(0, 1.5f, 0), 0.5f), 0, 42) };
            var hero = world.Insert(colliders, BodyKind.Moving, 7);
            var options = World3.WalkOptions;
            Check(options.Up.Y == 1 && options.MaxSlope == 45 && options.MaxSlides == 6, "the defaults of a walk");
            var walk = world.Walk(hero, new Vec3(9, -1, 0), 1, options);
            Check(walk.OnFloor && walk.Floor.Body == floor && walk.FloorNormal.Y == 1, "it stands on the floor");
            Check(walk.Moved.X <= 2.5f && walk.Moved.X > 2.499f && (int)walk.HitCount == 2, "up to the wall");
            world.Step();
            var events = world.Events();
            Check(events.Length == 2 && events.All(e => e.Kind == EventKind.Blocked && e.A.Body == hero), "blocked by two");
            Check(events.Any(e => e.B.Body == wall && e.Normal.X == -1), "by the wall's side");
            Check(!world.ShapeOf(new ColliderId(hero, 0)).Penetrates(Shape3.Aabb(new Vec3(3, 0, -9), new Vec3(4, 9, 9))), "never inside");
            history.Record(0, world);

            var seen = world.View.Ray(new Vec3(-5, 1, 0), new Vec3(1, 0, 0));
            Check(seen.Length == 2 && seen[0].Found.Collider.Body == hero && seen[0].Found.Tag == 42, "the hero before the wall");
            Check(seen[0].Found.HasOwner == 1 && seen[0].Found.Owner == 7 && seen[1].Hit.Fraction == 8, "the owner, and the wall");
            Check(world.View.Ray(new Vec3(-5, 1, 0), new Vec3(1, 0, 0), Filter.All.NotOf(7), 1)[0].Found.Collider.Body == wall, "without the owner's");
            var near = world.View.Near(Shape3.Point(new Vec3(3.5f, 10, 0)), 5);
            Check(near.Length == 1 && near[0].Distance == 1 && near[0].HasPoints && near[0].OnCollider.Y == 9, "what is near");
            Check(world.View.Intersecting(Shape3.Point(new Vec3(4, 0, 0))).Length == 2, "a corner of both");
            Check(world.View.Cast(Shape3.Sphere(new Vec3(0, 8, 0), 1), new Vec3(4, 0, 0))[0].Hit.Fraction == 0.5f, "a ball along the wall's top");

            world.Place(hero, new Pose3(new Vec3(-6, 0, 0)));
            world.Step();
            Check(world.Events().Count(e => e.Kind == EventKind.Unblocked) == 2, "it is elsewhere");
            history.Record(1, world);
            Check(history.At(world, 0, 0).Intersecting(Shape3.Point(new Vec3(2, 1, 0))).Length == 1, "it was at the wall");
            Check(world.View.Intersecting(Shape3.Point(new Vec3(2, 1, 0))).Length == 0, "it is not now");
            world.Remove(hero);
            Check(!world.Contains(hero) && Refused(() => world.Remove(hero)) == Status.Stale, "gone");
        }
        using (var a = new World2())
        using (var b = new World2())
        {
            foreach (var world in new[] { a, b })
            {
                var coin = world.Insert(Shape2.Sphere(new Vec2(3, 0), 1), BodyKind.Fixed);
                var bodies = Enumerable.Range(0, 40).Select(i => world.Insert(Shape2.Sphere(new Vec2(1, 0), 1), BodyKind.Moving)).ToArray();
                world.Step();
                Check(world.Events().Length == 40 + 40 * 39 / 2 && world.Pairs().Length == 820, "all that touch, and the coin");
                Check(world.Events()[0].Kind == EventKind.Enter && world.Events()[0].A.Body == coin, "in order");
                world.Place(bodies[0], new Pose2(new Vec2(-0.0000001f, 0)));
                world.Step();
                Check(world.Events().Single().Kind == EventKind.Exit, "one parts from the coin");
            }
            Check(a.Hash == b.Hash, "the same calls give the same world");
        }
    }

    static int Main()
    {
        Check(Library.Version == Library.ExpectedVersion, "the version");
        Shapes();
        Worlds();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        if (failures == 0) Console.WriteLine("Test.cs: all as expected");
        return failures;
    }
}

// asunder for C#: worlds, in space. Of the two files of this kind, that about the plane is derived from the other; see
// `tests/derived.rs`.
using System;
using System.Runtime.InteropServices;

namespace Asunder
{
    /// <summary>A shape of a body, with its layer and what identifies it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Collider3
    {
        internal RawShape3 Shape;
        public uint Layer, Bone;
        /// <summary>Bit n is set if it never pairs with colliders of layer n.</summary>
        public ulong Ignore;
        public ulong Tag;
        public ushort Region;
        /// <summary>1 if it is swept from step to step, as bullets are.</summary>
        public byte Swept;
        /// <summary>1 if it stops only movers from the side of OneWay.</summary>
        public byte HasOneWay;
        public Vec3 OneWay;

        /// <summary>A collider with the defaults: on no bone. Keep the shape while you use it.</summary>
        public Collider3(Shape3 shape, uint layer = 0, ulong tag = 0)
        {
            Shape = shape.Raw;
            Layer = layer;
            Bone = Found.NoBone;
            Ignore = 0;
            Tag = tag;
            Region = 0;
            Swept = HasOneWay = 0;
            OneWay = new Vec3();
        }
    }

    /// <summary>A change between two steps. What does not belong to its kind is zero.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event3
    {
        public EventKind Kind;
        public ExitReason Reason;
        /// <summary>The mover or who hits, and the obstacle or who is hit.</summary>
        public ColliderId A, B;
        public ColliderId Against;
        public Vec3 Point, Normal;
        public float Fraction;
        public uint Bone;
        public ulong Attack, Tag;
        public ushort Region;
        [MarshalAs(UnmanagedType.I1)] public bool InContact;
    }

    /// <summary>The contact of a mover with a collider.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ColliderHit3
    {
        public ColliderId Obstacle;
        public Vec3 Point, Normal;
        public float Fraction;
    }

    /// <summary>Where a body stopped.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BodyStop3
    {
        public Vec3 Position;
        public float Fraction, Gap;
        [MarshalAs(UnmanagedType.I1)] public bool StartedPenetrating;
        [MarshalAs(UnmanagedType.I1)] public bool BackedOff;
        public UIntPtr HitCount;
    }

    /// <summary>How a body walks: World3.WalkOptions has the defaults.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct WalkOptions3
    {
        public Vec3 Up;
        public float StepHeight, MaxSlope, Snap, Ledge;
        public uint KeepSpeed, MaxSlides;
        public uint Yields;
    }

    /// <summary>The end of a walk.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Walk3
    {
        public Vec3 Moved, Carried;
        public Rotation3 Turned;
        public Vec3 VelocityAfter;
        [MarshalAs(UnmanagedType.I1)] public bool OnFloor;
        [MarshalAs(UnmanagedType.I1)] public bool Stepped;
        [MarshalAs(UnmanagedType.I1)] public bool Snapped;
        [MarshalAs(UnmanagedType.I1)] public bool StartedPenetrating;
        [MarshalAs(UnmanagedType.I1)] public bool Stuck;
        [MarshalAs(UnmanagedType.I1)] public bool Crushed;
        public ColliderId Floor;
        public Vec3 FloorNormal, FloorVelocity;
        public ColliderId StuckIn, CrushedBy, CrushedAgainst;
        public UIntPtr HitCount;
    }

    /// <summary>A collider that a ray or segment meets, and where.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct RayFound3
    {
        public Found Found;
        public RayHit3 Hit;
    }

    /// <summary>A collider that a moving shape meets, and where.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CastFound3
    {
        public Found Found;
        public CastHit3 Hit;
    }

    /// <summary>A collider near a shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct NearFound3
    {
        public Found Found;
        public float Distance;
        [MarshalAs(UnmanagedType.I1)] public bool HasPoints;
        public Vec3 OnShape, OnCollider;
    }

    /// AsuMoment. It ends where eight bytes do, as `ulong` asks.
    [StructLayout(LayoutKind.Sequential)]
    struct Moment3
    {
        public ulong Tick;
        public float Fraction;
    }

    /// AsuView3.
    [StructLayout(LayoutKind.Sequential)]
    struct RawView3
    {
        public ulong World, History;
        public Moment3 Moment;
        public IntPtr OwnTimes;
        public UIntPtr OwnTimeCount;
    }

    static class NativeWorld3
    {
        const string Library = Native.Library;
        [DllImport(Library)] public static extern Status asu_world3_create(out ulong world);
        [DllImport(Library)] public static extern Status asu_world3_destroy(ulong world);
        [DllImport(Library)] public static extern Status asu_world3_set_response(ulong world, uint a, uint b, Response to);
        [DllImport(Library)] public static extern Status asu_world3_insert(ulong world, Collider3[] colliders, UIntPtr count, ref BodyOptions options, out ulong id);
        [DllImport(Library)] public static extern Status asu_world3_remove(ulong world, ulong id);
        [DllImport(Library)] public static extern Status asu_world3_contains(ulong world, ulong id, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_world3_set_pose(ulong world, ulong id, ref Pose3 pose);
        [DllImport(Library)] public static extern Status asu_world3_set_shapes(ulong world, ulong id, RawShape3[] shapes, UIntPtr count);
        [DllImport(Library)] public static extern Status asu_world3_shape(ulong world, ColliderId id, out RawShape3 shape);
        [DllImport(Library)] public static extern Status asu_world3_step(ulong world);
        [DllImport(Library)] public static extern Status asu_world3_events(ulong world, [Out] Event3[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_world3_pairs(ulong world, [Out] ColliderPair[] pairs, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_world3_move(ulong world, ulong id, ref Vec3 motion, out BodyStop3 stop, [Out] ColliderHit3[] hits, UIntPtr capacity);
        [DllImport(Library)] public static extern WalkOptions3 asu_walk_options3();
        [DllImport(Library)] public static extern Status asu_world3_walk(ulong world, ulong id, ref Vec3 velocity, float dt, ref WalkOptions3 options, IntPtr filter, out Walk3 walk, [Out] ColliderHit3[] hits, UIntPtr capacity);
        [DllImport(Library)] public static extern Status asu_world3_begin_attack(ulong world, ulong owner, ulong rehitAfter, ColliderId[] colliders, UIntPtr count, out ulong attack);
        [DllImport(Library)] public static extern Status asu_world3_end_attack(ulong world, ulong attack);
        [DllImport(Library)] public static extern Status asu_world3_hash(ulong world, out ulong hash);
        [DllImport(Library)] public static extern Status asu_history3_create(ulong maxRewind, out ulong history);
        [DllImport(Library)] public static extern Status asu_history3_destroy(ulong history);
        [DllImport(Library)] public static extern Status asu_history3_record(ulong history, ulong tick, ulong world);
        [DllImport(Library)] public static extern Status asu_view3_intersecting(ref RawView3 view, ref RawShape3 shape, ref Filter filter, UIntPtr most, [Out] Found[] found, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_view3_ray(ref RawView3 view, ref Two3 ray, ref Filter filter, UIntPtr most, [Out] RayFound3[] found, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_view3_segment(ref RawView3 view, ref Two3 segment, ref Filter filter, UIntPtr most, [Out] RayFound3[] found, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_view3_cast(ref RawView3 view, ref RawShape3 shape, ref Vec3 motion, ref Filter filter, UIntPtr most, [Out] CastFound3[] found, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library)] public static extern Status asu_view3_near(ref RawView3 view, ref RawShape3 shape, float within, ref Filter filter, UIntPtr most, [Out] NearFound3[] found, UIntPtr capacity, out UIntPtr count);
    }

    /// <summary>Bodies over time: what came into contact, walks, attacks. Dispose of it in the end.</summary>
    public sealed class World3 : IDisposable
    {
        internal ulong Handle;

        public World3() { Native.Must(NativeWorld3.asu_world3_create(out Handle)); }
        ~World3() { Dispose(); }
        public void Dispose()
        {
            if (Handle == 0) return;
            NativeWorld3.asu_world3_destroy(Handle);
            Handle = 0;
            GC.SuppressFinalize(this);
        }

        // The object lives until the native call has returned.
        void Must(Status status)
        {
            Native.Must(status);
            GC.KeepAlive(this);
        }

        /// <summary>How two layers, by their numbers, respond: 0 is the one that there is at first.</summary>
        public void SetResponse(uint a, uint b, Response to) { Must(NativeWorld3.asu_world3_set_response(Handle, a, b, to)); }
        /// <summary>Inserts a body of one shape; returns its number.</summary>
        public ulong Insert(Shape3 shape, BodyKind kind, ulong? owner = null)
        {
            var body = Insert(new[] { new Collider3(shape) }, kind, owner);
            GC.KeepAlive(shape);
            return body;
        }
        public ulong Insert(Collider3[] colliders, BodyKind kind, ulong? owner = null)
        {
            ulong id;
            var options = new BodyOptions { Kind = (uint)kind, HasOwner = owner.HasValue ? 1u : 0, Owner = owner ?? 0 };
            Must(NativeWorld3.asu_world3_insert(Handle, colliders, (UIntPtr)colliders.Length, ref options, out id));
            return id;
        }
        public void Remove(ulong body) { Must(NativeWorld3.asu_world3_remove(Handle, body)); }
        public bool Contains(ulong body)
        {
            bool answer;
            Must(NativeWorld3.asu_world3_contains(Handle, body, out answer));
            return answer;
        }
        public void Place(ulong body, Pose3 pose) { Must(NativeWorld3.asu_world3_set_pose(Handle, body, ref pose)); }
        /// <summary>Shapes that are placed already, as many as the body has colliders.</summary>
        public void Place(ulong body, Shape3[] shapes)
        {
            var raw = Array.ConvertAll(shapes, shape => shape.Raw);
            Must(NativeWorld3.asu_world3_set_shapes(Handle, body, raw, (UIntPtr)raw.Length));
            GC.KeepAlive(shapes);
        }
        /// <summary>The shape of a collider, placed.</summary>
        public Shape3 ShapeOf(ColliderId id)
        {
            RawShape3 raw;
            Must(NativeWorld3.asu_world3_shape(Handle, id, out raw));
            return Shape3.Adopted(raw);
        }

        /// <summary>Finds what came into contact, and what no longer is. It moves nothing.</summary>
        public void Step() { Must(NativeWorld3.asu_world3_step(Handle)); }
        /// <summary>The events of the last step, in the order of both ids.</summary>
        public Event3[] Events()
        {
            var all = Native.All((Event3[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_world3_events(Handle, to, capacity, out count));
            GC.KeepAlive(this);
            return all;
        }
        /// <summary>What is in contact, as of the last step.</summary>
        public ColliderPair[] Pairs()
        {
            var all = Native.All((ColliderPair[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_world3_pairs(Handle, to, capacity, out count));
            GC.KeepAlive(this);
            return all;
        }
        /// <summary>Moves a body of one collider until it would penetrate what blocks it.</summary>
        public BodyStop3 Move(ulong body, Vec3 motion)
        {
            BodyStop3 stop;
            Must(NativeWorld3.asu_world3_move(Handle, body, ref motion, out stop, null, UIntPtr.Zero));
            return stop;
        }
        public static WalkOptions3 WalkOptions { get { return NativeWorld3.asu_walk_options3(); } }
        /// <summary>Walks a body for a time: slides, climbs, stays on floors that move. Gravity is yours.</summary>
        public Walk3 Walk(ulong body, Vec3 velocity, float dt, WalkOptions3 options)
        {
            Walk3 walk;
            Must(NativeWorld3.asu_world3_walk(Handle, body, ref velocity, dt, ref options, IntPtr.Zero, out walk, null, UIntPtr.Zero));
            return walk;
        }
        /// <summary>Sweeps colliders from step to step, until the attack ends.</summary>
        public ulong BeginAttack(ulong owner, ColliderId[] colliders, ulong rehitAfter = 0)
        {
            ulong attack;
            Must(NativeWorld3.asu_world3_begin_attack(Handle, owner, rehitAfter, colliders, (UIntPtr)colliders.Length, out attack));
            return attack;
        }
        public void EndAttack(ulong attack) { Must(NativeWorld3.asu_world3_end_attack(Handle, attack)); }
        /// <summary>Equal worlds have the same, on every processor.</summary>
        public ulong Hash
        {
            get
            {
                ulong hash;
                Must(NativeWorld3.asu_world3_hash(Handle, out hash));
                return hash;
            }
        }
        /// <summary>The world as it is, for questions.</summary>
        public View3 View { get { return new View3(this, null, 0, 0); } }
    }

    /// <summary>Where the moving bodies of a world were at earlier ticks.</summary>
    public sealed class History3 : IDisposable
    {
        internal ulong Handle;

        /// <summary>Of the last ticks, and the newest.</summary>
        public History3(ulong maxRewind) { Native.Must(NativeWorld3.asu_history3_create(maxRewind, out Handle)); }
        ~History3() { Dispose(); }
        public void Dispose()
        {
            if (Handle == 0) return;
            NativeWorld3.asu_history3_destroy(Handle);
            Handle = 0;
            GC.SuppressFinalize(this);
        }

        // The object lives until the native call has returned.
        void Must(Status status)
        {
            Native.Must(status);
            GC.KeepAlive(this);
        }
        /// <summary>Records a world after the step of a tick.</summary>
        public void Record(ulong tick, World3 world)
        {
            Must(NativeWorld3.asu_history3_record(Handle, tick, world.Handle));
            GC.KeepAlive(world);
        }
        /// <summary>The world at a tick, and a fraction of the time to the next.</summary>
        public View3 At(World3 world, ulong tick, float fraction) { return new View3(world, this, tick, fraction); }
    }

    /// <summary>A world at one moment, for questions: answers in order, the first few, or all.</summary>
    public struct View3
    {
        readonly World3 world;
        readonly History3 history;
        readonly ulong tick;
        readonly float fraction;

        internal View3(World3 world, History3 history, ulong tick, float fraction)
        {
            this.world = world;
            this.history = history;
            this.tick = tick;
            this.fraction = fraction;
        }

        RawView3 Raw
        {
            get
            {
                var past = history == null ? 0 : history.Handle;
                return new RawView3 { World = world.Handle, History = past, Moment = new Moment3 { Tick = tick, Fraction = fraction } };
            }
        }

        static UIntPtr Most(int most) { return most == int.MaxValue ? (UIntPtr)(UIntPtr.Size == 4 ? uint.MaxValue : ulong.MaxValue) : (UIntPtr)most; }

        /// <summary>The colliders that share a point with a shape, by id.</summary>
        public Found[] Intersecting(Shape3 shape, Filter? filter = null, int most = int.MaxValue)
        {
            var view = Raw;
            var asked = filter ?? Filter.All;
            var found = Native.All((Found[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_view3_intersecting(ref view, ref shape.Raw, ref asked, Most(most), to, capacity, out count));
            GC.KeepAlive(world);
            GC.KeepAlive(history);
            return found;
        }
        /// <summary>Those that a ray meets, by fraction, then id.</summary>
        public RayFound3[] Ray(Vec3 origin, Vec3 direction, Filter? filter = null, int most = int.MaxValue)
        {
            var view = Raw;
            var asked = filter ?? Filter.All;
            var ray = new Two3 { A = origin, B = direction };
            var found = Native.All((RayFound3[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_view3_ray(ref view, ref ray, ref asked, Most(most), to, capacity, out count));
            GC.KeepAlive(world);
            GC.KeepAlive(history);
            return found;
        }
        /// <summary>Those that a segment meets, by fraction, then id.</summary>
        public RayFound3[] Segment(Vec3 a, Vec3 b, Filter? filter = null, int most = int.MaxValue)
        {
            var view = Raw;
            var asked = filter ?? Filter.All;
            var segment = new Two3 { A = a, B = b };
            var found = Native.All((RayFound3[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_view3_segment(ref view, ref segment, ref asked, Most(most), to, capacity, out count));
            GC.KeepAlive(world);
            GC.KeepAlive(history);
            return found;
        }
        /// <summary>Those that a moving shape meets, by fraction, then id.</summary>
        public CastFound3[] Cast(Shape3 shape, Vec3 motion, Filter? filter = null, int most = int.MaxValue)
        {
            var view = Raw;
            var asked = filter ?? Filter.All;
            var found = Native.All((CastFound3[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_view3_cast(ref view, ref shape.Raw, ref motion, ref asked, Most(most), to, capacity, out count));
            GC.KeepAlive(world);
            GC.KeepAlive(history);
            return found;
        }
        /// <summary>Those within a distance of a shape, by distance, then id.</summary>
        public NearFound3[] Near(Shape3 shape, float within = float.PositiveInfinity, Filter? filter = null, int most = int.MaxValue)
        {
            var view = Raw;
            var asked = filter ?? Filter.All;
            var found = Native.All((NearFound3[] to, UIntPtr capacity, out UIntPtr count) =>
                NativeWorld3.asu_view3_near(ref view, ref shape.Raw, within, ref asked, Most(most), to, capacity, out count));
            GC.KeepAlive(world);
            GC.KeepAlive(history);
            return found;
        }
    }
}

//! Queries: one file each.
//!
//! Most are answered for any two shapes by one kernel, which sees what they have in common
//! (`distance` is a model). Where pairs have kernels of their own, a [`pair_table!`] is the whole
//! support matrix: a pair that is missing, a pair listed twice and a shape known to the enum alone do
//! not compile.

mod bisection;
pub(crate) mod bounds;
pub(crate) mod canonical;
pub(crate) mod cast;
pub(crate) mod cast_rotating;
pub(crate) mod clearance;
pub(crate) mod closest_point;
pub(crate) mod contact;
pub(crate) mod contains;
pub(crate) mod distance;
pub(crate) mod enclosing;
pub(crate) mod explain;
pub(crate) mod generators;
pub(crate) mod gjk;
mod inherent;
pub(crate) mod move_and_slide;
pub(crate) mod move_until_contact;
pub(crate) mod parted;
pub(crate) mod penetration;
pub(crate) mod predicate;
pub(crate) mod proximity;
pub(crate) mod ray_cast;
pub(crate) mod separation;
mod short_list;
pub(crate) mod side;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;

/// The Rust type a table means by a name: a point is the vector itself.
macro_rules! shape_type {
    (Point, $V:ty) => { $V };
    ($Kind:ident, $V:ty) => { $crate::shape::$Kind<$V> };
}
pub(crate) use shape_type;

/// Turns rows `A, B => kernel` into symmetric queries of every pair, typed and at run time.
///
/// Several queries may share a table; each hands the kernel its own value of one further argument.
/// A row `A, B => kernel = general` is answered by `general`, which takes shapes of any kind, a row
/// `A, B => kernel by filter` by `filter`, a generic function of both types. Of a row
/// `A, B => kernel after first` the caller asks `first` before, which may know the answer: it is so little that the
/// call would take as long. Not where assertions are compiled, since then the caller is seldom optimised.
/// A kernel is a private generic function; the table makes one concrete copy of it for each
/// dimension (see `dimension`), and everything public forwards to those.
macro_rules! pair_table {
    (
        $Kernels:ident; $([$Query:ident::$ask:ident, $argument:expr])+ -> $Out:ty, $Argument:ty;
        $($A:ident, $B:ident => $kernel:ident $(= $general:ident)? $(by $filter:ident)? $(after $first:ident)?;)*
    ) => {
        /// The concrete kernels of this table, one for each row.
        pub trait $Kernels: Sized {
            $(
                #[doc(hidden)]
                fn $kernel(
                    a: &shape_type!($A, Self),
                    b: &shape_type!($B, Self),
                    argument: $Argument,
                ) -> $Out
                where
                    Self: Vector;
            )*
        }
        pair_table! { @kernels $Kernels, glam::Vec2, "2d", $Out, $Argument; $($A, $B => $kernel $(= $general)? $(by $filter)?;)* }
        pair_table! { @kernels $Kernels, glam::Vec3, "3d", $Out, $Argument; $($A, $B => $kernel $(= $general)? $(by $filter)?;)* }
        pair_table! { @queries $Kernels [$([$Query::$ask, $argument])+] $Out; $($A, $B => $kernel [$($first)?];)* }
        $(
            impl<V: Vector> $Query<Shape<V>> for Shape<V> {
                fn $ask(&self, other: &Shape<V>) -> $Out {
                    with_shape!(self, a => with_shape!(other, b => $Query::$ask(a, b)))
                }
            }

            impl<V: Vector> $Query<ShapeRef<'_, V>> for ShapeRef<'_, V> {
                fn $ask(&self, other: &ShapeRef<'_, V>) -> $Out {
                    with_shape!(ShapeRef, *self, a => with_shape!(ShapeRef, *other, b => $Query::$ask(a, b)))
                }
            }
        )+
    };
    (
        @kernels $Kernels:ident, $V:ty, $feature:literal, $Out:ty, $Argument:ty;
        $($A:ident, $B:ident => $kernel:ident $(= $general:ident)? $(by $filter:ident)?;)*
    ) => {
        impl $Kernels for $V {
            $(
                #[cfg_attr(not(feature = $feature), inline)]
                fn $kernel(
                    a: &shape_type!($A, $V),
                    b: &shape_type!($B, $V),
                    argument: $Argument,
                ) -> $Out {
                    pair_table!(@call $V, $kernel $(= $general)? $(by $filter)?, a, b, argument)
                }
            )*
        }
    };
    (@call $V:ty, $kernel:ident, $a:ident, $b:ident, $argument:ident) => {
        $kernel::<$V>($a, $b, $argument)
    };
    // A kernel of many pairs takes shapes of any kind.
    (@call $V:ty, $kernel:ident = $general:ident, $a:ident, $b:ident, $argument:ident) => {
        $general::<$V>($a.as_shape_ref(), $b.as_shape_ref(), $argument)
    };
    // A formula of many pairs takes both shapes as their own types.
    (@call $V:ty, $kernel:ident by $filter:ident, $a:ident, $b:ident, $argument:ident) => {
        $filter($a, $b, $argument)
    };
    (@ask [] $V:ident, $Kernels:ident, $kernel:ident, $a:ident, $b:ident, $argument:expr) => {
        <$V as $Kernels>::$kernel($a, $b, $argument)
    };
    (@ask [$first:ident] $V:ident, $Kernels:ident, $kernel:ident, $a:ident, $b:ident, $argument:expr) => {
        match if cfg!(debug_assertions) { None } else { $first::<$V>($a, $b) } {
            Some(known) => known,
            None => <$V as $Kernels>::$kernel($a, $b, $argument),
        }
    };
    (@queries $Kernels:ident $queries:tt $Out:ty; $($A:ident, $B:ident => $kernel:ident $first:tt;)*) => {
        $(pair_table! { @row $Kernels $queries $Out; $A $B $kernel $first })*
    };
    (
        @row $Kernels:ident [$([$Query:ident::$ask:ident, $argument:expr])+] $Out:ty;
        $A:ident $B:ident $kernel:ident $first:tt
    ) => {
        $(
            impl<V: Vector> $Query<shape_type!($B, V)> for shape_type!($A, V) {
                #[inline]
                fn $ask(&self, other: &shape_type!($B, V)) -> $Out {
                    pair_table!(@ask $first V, $Kernels, $kernel, self, other, $argument)
                }
            }
            pair_table! { @other_way $A $B;
                {
                    impl<V: Vector> $Query<shape_type!($A, V)> for Shape<V> {
                        fn $ask(&self, other: &shape_type!($A, V)) -> $Out {
                            with_shape!(self, own => $Query::$ask(own, other))
                        }
                    }
                    impl<V: Vector> $Query<Shape<V>> for shape_type!($A, V) {
                        fn $ask(&self, other: &Shape<V>) -> $Out {
                            $Query::$ask(other, self)
                        }
                    }
                }
                {
                    impl<V: Vector> $Query<shape_type!($A, V)> for shape_type!($B, V) {
                        #[inline]
                        fn $ask(&self, other: &shape_type!($A, V)) -> $Out {
                            pair_table!(@ask $first V, $Kernels, $kernel, other, self, $argument)
                        }
                    }
                }
            }
        )+
    };
    // A pair of one kind stands for that kind with any shape, too; another pair for its mirror image.
    (@other_way Point Point; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Segment Segment; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Ray Ray; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Plane Plane; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way HalfSpace HalfSpace; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Sphere Sphere; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Capsule Capsule; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Aabb Aabb; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Obb Obb; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Triangle Triangle; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Frustum Frustum; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way ConvexHull ConvexHull; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way Parallelepiped Parallelepiped; { $($any:tt)* } $mirrored:tt) => { $($any)* };
    (@other_way $A:ident $B:ident; $any:tt { $($mirrored:tt)* }) => { $($mirrored)* };
}
pub(crate) use pair_table;

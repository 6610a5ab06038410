//! Functions compiled once for each kernel.

/// Evaluates an expression with the best kernel this processor has: [`Kernel`] methods and what
/// [`per_kernel!`](crate::per_kernel) made can be called on it.
///
/// [`Kernel`]: crate::reversi::kernel::Kernel
#[macro_export]
macro_rules! with_kernel {
    ($kernel:ident => $body:expr) => {{
        'with_kernel: {
            #[cfg(target_arch = "x86_64")]
            if let Some($kernel) = $crate::reversi::kernel::Avx512::detect() {
                break 'with_kernel $body;
            }
            #[cfg(target_arch = "x86_64")]
            if let Some($kernel) = $crate::reversi::kernel::Avx2::detect() {
                break 'with_kernel $body;
            }
            let $kernel = $crate::reversi::kernel::Scalar;
            $body
        }
    }};
}

/// Makes a trait whose functions are compiled for the instructions of each kernel, from bodies
/// written once: `fn name(arguments) -> value => body;`, where `body(kernel, arguments)` is generic
/// over the trait and `#[inline(always)]`. Bodies that call each other through the trait make a
/// recursion that never leaves its instruction set. [`kernel`](crate::reversi::kernel) shows one.
#[macro_export]
macro_rules! per_kernel {
    (
        $(#[$about:meta])*
        $visible:vis trait $name:ident {
            $(
                $(#[$told:meta])*
                fn $function:ident($($argument:ident: $type:ty),* $(,)?) $(-> $value:ty)? => $body:path;
            )*
        }
    ) => {
        $(#[$about])*
        $visible trait $name: $crate::reversi::kernel::Kernel {
            $(
                $(#[$told])*
                #[allow(clippy::too_many_arguments)]
                fn $function(self, $($argument: $type),*) $(-> $value)?;
            )*
        }

        impl $name for $crate::reversi::kernel::Scalar {
            $(
                fn $function(self, $($argument: $type),*) $(-> $value)? {
                    $body(self, $($argument),*)
                }
            )*
        }

        $crate::per_kernel_with_features! {
            $name, Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt",
            $(fn $function($($argument: $type),*) $(-> $value)? => $body;)*
        }

        $crate::per_kernel_with_features! {
            $name, Avx512,
            "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt",
            $(fn $function($($argument: $type),*) $(-> $value)? => $body;)*
        }
    };
}

/// The part of [`per_kernel!`](crate::per_kernel) for one set of instructions.
#[doc(hidden)]
#[macro_export]
macro_rules! per_kernel_with_features {
    (
        $name:ident, $kernel:ident, $features:literal,
        $(fn $function:ident($($argument:ident: $type:ty),*) $(-> $value:ty)? => $body:path;)*
    ) => {
        #[cfg(target_arch = "x86_64")]
        impl $name for $crate::reversi::kernel::$kernel {
            $(
                #[inline(always)]
                #[allow(unsafe_code)]
                fn $function(self, $($argument: $type),*) $(-> $value)? {
                    #[target_feature(enable = $features)]
                    #[allow(clippy::too_many_arguments)]
                    fn compiled(
                        kernel: $crate::reversi::kernel::$kernel,
                        $($argument: $type),*
                    ) $(-> $value)? {
                        $body(kernel, $($argument),*)
                    }
                    // SAFETY: `self` proves that the processor has the features.
                    unsafe { compiled(self, $($argument),*) }
                }
            )*
        }
    };
}

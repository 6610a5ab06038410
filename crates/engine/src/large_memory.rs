//! Memory for large tables, in large pages where the system has them: a table of hundreds of
//! megabytes is read at random, and with pages of 4 kB nearly every read first has to find out
//! where its page lies.

/// Returns this many values in one piece of memory.
pub(crate) fn filled<T>(len: usize, make: impl FnMut() -> T) -> Box<[T]> {
    let mut values = Vec::with_capacity(len);
    // Before anything is written: pages get their size when they are first touched.
    ask_for_large_pages(&mut values);
    values.extend(std::iter::repeat_with(make).take(len));
    values.into_boxed_slice()
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(values: &mut Vec<T>) {
    const PAGE: usize = 4096;
    let memory = values.spare_capacity_mut();
    let before = memory.as_ptr().align_offset(PAGE) * size_of::<T>();
    let len = size_of_val(memory).saturating_sub(before) / PAGE * PAGE;
    if len == 0 {
        return;
    }
    #[allow(unsafe_code)]
    // SAFETY: the range lies within memory that belongs to the vector, and the advice changes
    // nothing but how the system maps it.
    let _ = unsafe {
        let start = memory.as_mut_ptr().byte_add(before);
        rustix::mm::madvise(start.cast(), len, rustix::mm::Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages<T>(_: &mut Vec<T>) {}

#[cfg(test)]
mod tests {
    #[test]
    fn values_are_made_in_order() {
        for len in [0, 1, 1000, 1 << 19] {
            let mut next = 0u64;
            let values = super::filled(len, || {
                next += 1;
                next
            });
            assert_eq!(values.len(), len);
            assert!(values.iter().copied().eq(1..=len as u64));
        }
    }
}

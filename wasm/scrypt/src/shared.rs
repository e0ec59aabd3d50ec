use core::cell::UnsafeCell;

/// Memory that the caller of the module reads and writes between calls.
pub struct Shared<T>(UnsafeCell<T>);

// A WebAssembly instance has one thread.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    pub const fn new(value: T) -> Shared<T> {
        Shared(UnsafeCell::new(value))
    }

    pub fn address(&self) -> *mut T {
        self.0.get()
    }
}

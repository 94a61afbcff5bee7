// The C library of the system, whatever it is called: `Libc.read` is its `read`.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#else
  @_exported @preconcurrency public import Glibc
#endif

/// The environment of the process, as `posix_spawn` expects it.
public func processEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    _NSGetEnviron().pointee
  #else
    environ
  #endif
}

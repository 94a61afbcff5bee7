// The C library under one name on all systems: `Libc.read` is the C library's `read`.
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

/// Writes all bytes to a descriptor, however many the system takes at a time; returns 0, or the number of the error.
public func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Int32 {
  var position = 0
  while position < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : EIO }
    position += count
  }
  return 0
}

internal import AppFacts
internal import Foundation
internal import Libc

/// Ends the process when it exceeds the limits of time or memory.
enum Watchdog {
  /// The time between two checks of the process, in microseconds.
  private static let interval: UInt32 = 20_000

  /// Watches the process until its end. A process with a sanitizer has no limits, because it reserves terabytes of addresses, and takes several
  /// times as much time and memory.
  static func start() {
    #if !SANITIZED
      limitAddressSpace()
      watch()
    #endif
  }

  private static func watch() {
    let start = DispatchTime.now().uptimeNanoseconds
    let thread = Thread {
      while true {
        let seconds = (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000
        if seconds >= UInt64(ReaderLimits.seconds) {
          end("it took longer than \(ReaderLimits.seconds) seconds")
        }
        if peakMemory > ReaderLimits.memory {
          end("it took more than \(ReaderLimits.memory >> 20) MiB of memory")
        }
        usleep(interval)
      }
    }
    thread.stackSize = 1 << 16
    thread.start()
  }

  private static func end(_ reason: String) {
    _ = writeAll(Array("bgpolicy-appreader: stopped, because \(reason)\n".utf8), STDERR_FILENO)
    _exit(1)
  }

  /// The maximum of the memory that the process has had so far, in bytes.
  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      let isKnown = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0
    #else
      let isKnown = getrusage(RUSAGE_SELF, &usage) == 0
    #endif
    // Darwin counts bytes, and other systems count kilobytes.
    #if canImport(Darwin)
      return isKnown ? usage.ru_maxrss : 0
    #else
      return isKnown ? usage.ru_maxrss << 10 : 0
    #endif
  }

  /// Limits the memory that the process may reserve between two checks, in addition to the stacks of its threads. If the system has no such
  /// limit, only the checks limit the memory.
  private static func limitAddressSpace() {
    let bytes = rlim_t(2 * ReaderLimits.memory + DeepStack.mostThreads * DeepStack.size)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    #if canImport(Glibc)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
      _ = setrlimit(RLIMIT_AS, &limit)
    #endif
  }
}

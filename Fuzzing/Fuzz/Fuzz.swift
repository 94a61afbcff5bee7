internal import CFuzzer
internal import Libc

/// The loop of libFuzzer around a target.
enum Fuzz {
  /// The target of this process; libFuzzer's functions have no context.
  nonisolated(unsafe) private(set) static var target = FuzzTarget.all[0]

  static func select(_ target: FuzzTarget) { Self.target = target }

  /// Runs libFuzzer with the arguments of its command line, and ends the process.
  static func run(_ arguments: [String]) -> Never {
    var count = Int32(arguments.count)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    pointers.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      exit(
        LLVMFuzzerRunDriver(&count, &start) { bytes, count in
          Fuzz.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
          return 0
        })
    }
    exit(2)
  }

  /// Ends the process with a message, as a crash that libFuzzer keeps the input of.
  static func fail(_ message: String) -> Never {
    let line = Array("FAILED: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    abort()
  }

  /// Fails unless a condition holds.
  static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
  }
}

/// Changes an input in the way of the target, half of the time as libFuzzer would.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
  var random = SplitMix(seed: UInt64(seed))
  guard Fuzz.target.isPolicy, random.below(2) == 0 else { return LLVMFuzzerMutate(bytes, count, limit) }
  let old = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let new = PolicyMutator.mutate(old, &random), !new.isEmpty, new.count <= limit, new != old else {
    return LLVMFuzzerMutate(bytes, count, limit)
  }
  for (index, byte) in new.enumerated() { bytes[index] = byte }
  return new.count
}

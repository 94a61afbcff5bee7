internal import Foundation

extension Array {
  /// Every twelfth element, from an element that `SAMPLE_SEED` selects, as compiling a program for each element takes minutes. If `SAMPLE`
  /// is `all`, as at night, every element. `Scripts/check.sh` draws tests by the same seed.
  package var sampled: [Element] {
    let environment = ProcessInfo.processInfo.environment
    guard environment["SAMPLE"] != "all" else { return self }
    let step: UInt = 12
    let first = (environment["SAMPLE_SEED"].flatMap(Int.init)?.magnitude ?? 0) % step
    let sample = enumerated().filter { UInt($0.offset) % step == first }.map(\.element)
    return sample.isEmpty ? Array(prefix(1)) : sample
  }
}

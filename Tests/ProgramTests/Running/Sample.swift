import Foundation

extension Array {
  /// Every sixth element, from an element that SAMPLE_SEED selects; all elements if SAMPLE is `all`.
  ///
  /// Compiling a program for each element takes minutes. Only the nightly checks use all elements.
  var sampled: [Element] {
    let environment = ProcessInfo.processInfo.environment
    guard environment["SAMPLE"] != "all" else { return self }
    let step: UInt = 6
    let first = (environment["SAMPLE_SEED"].flatMap(Int.init) ?? 0).magnitude % step
    let sample = enumerated().filter { UInt($0.offset) % step == first }.map(\.element)
    return sample.isEmpty ? Array(prefix(1)) : sample
  }
}

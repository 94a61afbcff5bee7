import Foundation

extension Array {
  /// Every third element, from an element that SAMPLE_SEED selects; all elements if SAMPLE is `all`.
  ///
  /// Compiling a program for each element takes minutes. Only the nightly checks use all elements.
  var sampled: [Element] {
    let environment = ProcessInfo.processInfo.environment
    guard environment["SAMPLE"] != "all" else { return self }
    let first = (environment["SAMPLE_SEED"].flatMap(Int.init) ?? 0).magnitude % 3
    return enumerated().filter { UInt($0.offset) % 3 == first }.map(\.element)
  }
}

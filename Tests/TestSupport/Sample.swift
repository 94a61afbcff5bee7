internal import Foundation
package import Testing

/// The tests that a run draws by `SAMPLE_SEED`, where all tests would take too long. If `SAMPLE` is `all`, as at night, every test runs.
package enum Sample {
  /// A third of the suites that take minutes. The thirds take about the same time.
  package enum Third: UInt, Sendable { case first, second, third }

  fileprivate static var isWhole: Bool { ProcessInfo.processInfo.environment["SAMPLE"] == "all" }

  /// The seed; `nil` if a person starts some tests without a seed.
  fileprivate static var seed: UInt? {
    ProcessInfo.processInfo.environment["SAMPLE_SEED"].flatMap(Int.init)?.magnitude
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the suite if `SAMPLE_SEED` draws the suite's third, or is not set.
  package static func drawn(_ third: Sample.Third) -> Self {
    .enabled(
      if: Sample.isWhole || Sample.seed.map { $0 / 12 % 3 == third.rawValue } ?? true,
      "SAMPLE_SEED draws other suites")
  }
}

extension Array {
  /// Every twelfth element, from an element that `SAMPLE_SEED` selects.
  ///
  /// Compiling a program for each element takes minutes.
  package var sampled: [Element] {
    guard !Sample.isWhole else { return self }
    let step: UInt = 12
    let first = (Sample.seed ?? 0) % step
    let sample = enumerated().filter { UInt($0.offset) % step == first }.map(\.element)
    return sample.isEmpty ? Array(prefix(1)) : sample
  }
}

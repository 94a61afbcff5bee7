internal import Libc
internal import PolicyLint

/// A reader or writer that takes bytes of others.
struct FuzzTarget: Sendable {
  /// The name in calls of Scripts/fuzz.sh.
  let name: String
  /// Whether its inputs are policies, which are changed by their structure.
  var isPolicy = false
  /// Inputs to begin with, beside those in the tree.
  var seeds: @Sendable () -> [[UInt8]] = { [] }
  /// Runs it on an input, and fails if a law is broken.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = policies + files + protocols + apps

  /// Writes each seed to a file of its own.
  func writeSeeds(to folder: String) {
    for (index, seed) in seeds().enumerated() {
      guard let file = fopen("\(folder)/\(name)-\(index)", "w") else { Fuzz.fail("Can't write to \(folder)") }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  }

  /// The examples of all rules, without the marks of tests.
  static let examples: @Sendable () -> [[UInt8]] = {
    Catalog.rules.flatMap { $0.triggers() + $0.passes() }.map { Array(MarkedText($0.policy).text.utf8) }
  }
}

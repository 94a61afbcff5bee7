package import PolicyGen
package import PolicyLint
package import PolicyModel
package import PolicySim
package import PolicySyntax
package import Quantities

/// The stages that a policy goes through, and the values that the stages pass on.
///
/// ```
///   SourceText ──read──▶ PolicyReading ──lint──▶ [Finding]
///                              │
///                            Policy ──compile──▶ [GeneratedFile]
///                              └─────estimate──▶ Estimate
/// ```
///
/// Each stage is a pure function of the value of the previous stage. The caller owns the disk, the clock and the threads: it
/// provides the texts of base policies, the app's own files, today's date, and a parallel map.
package struct Pipeline: Sendable {
  /// The first stage's input: a policy as it is written.
  package typealias Source = SourceText
  /// The second stage's input: the policy with its nodes, and all diagnostics of its text and shape.
  package typealias Reading = PolicyReading
  /// The findings of the rules, in the order of the text.
  package typealias Findings = [Finding]
  /// The result of compiling: Swift, property lists and other files.
  package typealias Files = [PolicyGen.GeneratedFile]

  /// Returns the bytes of a base policy for its path.
  private let basePolicy: @Sendable (_ path: String) -> Result<[UInt8], UnreadableFile>
  /// Reads the app's own files; `nil` if the pipeline works without these files.
  private let appFiles: AppFileReader?
  private let limits: NamedFileLimits

  /// A pipeline that reads files through functions that the caller provides.
  package init(
    basePolicy: @escaping @Sendable (_ path: String) -> Result<[UInt8], UnreadableFile> = { _ in
      .failure(UnreadableFile("it is not at hand"))
    }, appFiles: AppFileReader? = nil, limits: NamedFileLimits = NamedFileLimits()
  ) {
    self.basePolicy = basePolicy
    self.appFiles = appFiles
    self.limits = limits
  }

  /// Parses a policy with all policies that it extends, and turns the result into typed values.
  package func read(_ source: Source) -> Reading {
    PolicyReader.read(source, file: basePolicy, appFiles: appFiles, limits: limits)
  }

  /// Parses a policy as ``read(_:)`` does. Policies that are read with the same `lists` parse each property list once.
  package func read(_ source: Source, sharing lists: inout ParsedPropertyLists) -> Reading {
    PolicyReader.read(source, file: basePolicy, appFiles: appFiles, limits: limits, sharing: &lists)
  }

  /// Checks a policy against the rules. Suppressions with an end date expire by `today`; without a date, they don't expire.
  package func lint(_ reading: Reading, on today: @autoclosure () -> CalendarDate? = nil) -> Findings {
    Linter.findings(in: reading, on: today())
  }

  /// Compiles a policy without errors to files.
  package func compile(_ policy: Policy, _ provenance: Provenance) -> Files {
    Generator.files(for: policy, provenance: provenance)
  }

  /// Estimates the cost of a policy; the policy's shape has to be right.
  package func estimate(
    _ policy: Policy, _ settings: Estimator.Settings, on workers: some ParallelMap = SequentialMap()
  ) -> Estimate {
    Estimator.estimate(policy, settings, on: workers)
  }
}

internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

extension Alternative {
  /// A policy with some of its findings, for comparisons only: the policy is never edited. `nil` if the policy's shape is wrong.
  init?(unchanged reading: PolicyReading, _ findings: [Finding]) {
    self.init(reading, findings) { (PolicyFiles.pipeline.read($0), []) }
  }

  /// A policy as it was read from files. `nil` if the policy's shape is wrong and no estimate is possible.
  init?(_ reading: PolicyReading, of files: PolicyFiles) {
    self.init(reading, Linting.findings(in: reading)) { source in
      let reading = files.reading(of: source)
      return (reading, Linting.findings(in: reading))
    }
  }

  /// This policy with changed values. Throws a usage error if the language does not have the values.
  func with(_ assignments: [Assignment], of command: String) throws(UsageError) -> Alternative {
    do throws(AssignmentError) {
      return try with(assignments)
    } catch {
      throw UsageError(error, of: command)
    }
  }
}

extension UsageError {
  fileprivate init(_ error: AssignmentError, of command: String) {
    switch error {
    case .invalid(let message):
      self.init(message: message, command: command)
    case .unknownParameter(let name):
      self = EstimateOptions.unknownParameter(name, of: command)
    case .unknownName(let section, let name, let names):
      self = .unknown(
        "The policy has no \(section).\(name)", name, among: names,
        otherwise: names.isEmpty ? "; it has none there" : "; it has \(DisplayText.list(names))", of: command)
    }
  }
}

extension EstimatedPolicy {
  /// Estimates a policy with the options of a call. The changed policy gives its own scenarios and
  /// parameters.
  ///
  /// The estimate uses the runs and draws of the original policy's estimate, so that the runs can be compared
  /// in pairs.
  init(
    _ alternative: Alternative, with options: EstimateOptions, pairedWith original: EstimatedPolicy? = nil,
    on workers: Workers
  ) throws(UsageError) {
    var settings = try options.settings(for: alternative.policy)
    if let original {
      settings.runs = original.settings.runs
      settings.pair(with: original.alternative.policy)
    }
    do throws(SimulationExcess) {
      try self.init(bounded: alternative, settings, on: workers)
    } catch {
      throw UsageError(error)
    }
  }
}

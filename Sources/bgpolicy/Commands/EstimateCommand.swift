internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy estimate`: estimates the cost of a policy.
struct EstimateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "estimate", operands: Operands("[POLICY]", count: 0...1, completion: .policy),
    summary: "Estimate launches, delays, bytes and energy",
    problems: [.brokenBudget, .invalidPolicy, .unreadableFile, .noPolicy],
    discussion: """
      Runs the policy's transfers through a model of the device: the resume rate limiter, discretionary waiting, networks and
      daily budgets. The same seed gives the same numbers everywhere.
      """)

  private static let why = Flag(
    "--why",
    "Show the cost of each mechanism and the parameters that drive the result; JSON always has the costs, HTML both"
  )

  private let options: EstimateOptions
  private let showsCauses: Bool
  private let isStrict: Bool
  private let trace: TraceOptions.Trace?
  private let formats: [ReportFormat<EstimateFormat>]
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try EstimateOptions(&arguments)
    showsCauses = arguments[Self.why]
    isStrict = arguments[SharedOptions.strict]
    trace = try TraceOptions(&arguments).trace
    let formats = try arguments[ReportFormat<EstimateFormat>.option]
    operands = arguments.operands
    guard let trace, trace.file == nil else {
      self.formats = formats
      return
    }
    // Standard output is for the trace.
    self.formats = formats.filter { $0.file != nil }
    if self.formats.count < formats.count, arguments.isGiven(ReportFormat<EstimateFormat>.option) {
      throw UsageError(
        message:
          "--trace writes to standard output; name a file for the format, or for the trace as in --trace=FILE",
        command: Self.name)
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let paths = try PolicyFiles.paths(operands, command: Self.name)
    guard let path = paths.first, paths.count == 1 else {
      throw UsageError(
        message: "There is more than one policy here; name one of \(DisplayText.list(paths))",
        command: Self.name)
    }
    let reading = try PolicyFiles.read(path)
    let inputs = reading.sources.map(\.name)
    try formats.keepOff(inputs)
    try trace?.keepOff(inputs, and: formats, of: Self.name)
    guard let policy = Alternative(reading)?.policy else { return InvalidPolicy.ofShape(reading) }
    if let all = try options.settingsOfAllScenarios(for: policy) {
      return try compare(all, of: policy, at: path, console)
    }
    var settings = try options.settings(for: policy)
    try trace?.check(amongRuns: settings.runs, of: Self.name)
    settings.explanations = explanations
    var report = options.report(on: policy, at: path, settings, console)
    if isStrict { report.requireCertainty() }
    try formats.write(console) { report.rendered(as: $0, style: $1, settings) }
    try trace?.write(report, with: settings, to: console)
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }

  /// Reports the estimates of several scenarios in one comparison.
  private func compare(
    _ scenarios: [Estimator.Settings], of policy: Policy, at path: String, _ console: Console
  ) throws(UsageError) -> Outcome {
    if let option = trace != nil ? "--trace" : showsCauses ? "--why" : nil {
      throw UsageError(
        message: "\(option) shows one scenario; name it instead of all", command: Self.name)
    }
    let report = ScenarioReport(
      scenarios.map { settings in
        var settings = settings
        // JSON has the causes in every scenario.
        settings.explanations = explanations.intersection([.mechanisms])
        if !formats.contains(where: { $0.kind == .json }) { settings.explanations = [] }
        var report = options.report(on: policy, at: path, settings, console)
        if isStrict { report.requireCertainty() }
        return report
      })
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }

  /// The parts of the explanation that the call or one of its formats shows.
  private var explanations: Set<Explanation.Part> {
    // A page shows all of it.
    if showsCauses || formats.contains(where: { $0.kind == .html }) { return Set(Explanation.Part.allCases) }
    // JSON always has the cost of each mechanism.
    return formats.contains { $0.kind == .json } ? [.mechanisms] : []
  }
}

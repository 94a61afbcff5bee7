internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy estimate`: estimates the cost of a policy.
struct EstimateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "estimate", operands: Operands("[POLICY] [PART…]", count: 0...Int.max, completion: .policy),
    summary: "Estimate launches, delays, bytes and energy",
    problems: [.brokenBudget, .invalidPolicy, .tooMuchWork, .unreadableFile, .noPolicy],
    examples: [
      .init("estimate bgpolicy.yaml --scenario student", "The day of a student"),
      .init("estimate --format html=estimate.html --why", "A page with the reasons"),
      .init("estimate --model limiter.base=30s", "Another value of the model"),
    ],
    discussion: """
      Runs the policy's transfers through a model of the device: the resume rate limiter, discretionary waiting, networks and
      daily budgets. The same seed gives the same numbers everywhere.

      The runs can be made in parts, on any machines: --partial writes the results of some, and --merge estimates from all, with
      the same result as one call with all runs.
      """)

  private static let why = Flag(
    "--why",
    "Show the cost of each mechanism and the parameters that drive the result; JSON always has the costs, HTML both"
  )

  private static let assumptions = Flag(
    "--assumptions", "Show the values of the model that this estimate uses, with their sources")

  private let options: EstimateOptions
  private let showsCauses: Bool
  private let detail: EstimateDetail
  private let isStrict: Bool
  private let trace: TraceOptions.Trace?
  private let parts: PartOptions
  private let formats: [ReportFormat<EstimateFormat>]
  private let operands: [String]
  private let configuration: Configuration?

  init(_ arguments: inout Arguments) throws(UsageError) {
    options = try EstimateOptions(&arguments)
    showsCauses = arguments[Self.why]
    let details: [(isAsked: Bool, part: EstimateDetail)] = [
      (showsCauses, .causes), (arguments[Self.assumptions], .assumptions),
      (arguments[SharedOptions.verbose], .figures),
    ]
    detail = EstimateDetail(details.filter(\.isAsked).map(\.part))
    isStrict = arguments[SharedOptions.strict]
    trace = try TraceOptions(&arguments).trace
    parts = try PartOptions(&arguments)
    let formats = try arguments[ReportFormat<EstimateFormat>.option]
    operands = arguments.operands
    configuration = arguments.configuration
    try options.checkRuns(areAll: parts.partial == nil)
    try parts.reject(
      ("--why", showsCauses), ("--strict", isStrict), ("--trace", trace != nil),
      ("--format", arguments.isGiven(ReportFormat<EstimateFormat>.option)), of: Self.name)
    guard let trace, trace.file == nil else {
      self.formats = formats
      return
    }
    // The trace takes standard output, so formats without a file are left out.
    self.formats = formats.filter { $0.file != nil }
    if self.formats.count < formats.count, arguments.isGiven(ReportFormat<EstimateFormat>.option) {
      throw UsageError(
        message:
          "--trace writes to standard output; name a file for the format, or for the trace as in --trace=FILE",
        command: Self.name)
    }
  }

  private func checkOperands() throws(UsageError) {
    guard parts.isMerge else {
      guard operands.count > 1 else { return }
      throw UsageError(
        message: "\(Self.name) expects one POLICY; found \"\(operands[1])\" as well", command: Self.name)
    }
    if parts.partial != nil {
      throw UsageError(
        message: "--partial writes the runs of this call, and --merge makes none", command: Self.name)
    }
    if operands.count < 2 {
      throw UsageError(message: "--merge expects a policy and the parts of its estimate", command: Self.name)
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    try checkOperands()
    let files = PolicyFiles(console.access)
    let path = try files.path(operands.first, command: Self.name, PolicySearch(access: console.access))
    let reading = try files.read(path)
    let inputs = reading.sources.map(\.name)
    try formats.keepOff(inputs)
    try trace?.keepOff(inputs, and: formats, of: Self.name)
    guard let policy = Alternative(reading, of: files)?.policy else {
      return InvalidPolicy.ofShape(reading, console)
    }
    return try EstimateOptions.reportingExcess(in: reading, console) { () throws(UsageError) in
      try estimate(policy, of: reading, at: path, inputs, console)
    }
  }

  private func estimate(
    _ policy: Policy, of reading: PolicyReading, at path: String, _ inputs: [String], _ console: Console
  ) throws(UsageError) -> Outcome {
    if parts.partial != nil || parts.isMerge {
      let settings = try settingsOfParts(for: policy)
      let subject = EstimatePart.Subject(reading.policySources, settings)
      if let file = parts.partial {
        let runs = options.runsOfPart(settings)
        let part = EstimatePart(subject, runs: runs, try options.records(of: runs, policy, settings, console))
        try parts.write(part.json, to: file, inputs, console)
        return .success
      }
      return try report(
        try mergedRecords(of: subject, console.access), on: policy, of: reading, at: path, settings, console)
    }
    if let all = try options.settingsOfAllScenarios(for: policy) {
      return try compare(all, of: policy, at: path, console)
    }
    return try report(nil, on: policy, of: reading, at: path, try options.settings(for: policy), console)
  }

  /// Reports an estimate. If `records` is not `nil`, the estimate uses these records instead of new runs.
  private func report(
    _ records: [RunRecord]?, on policy: Policy, of reading: PolicyReading, at path: String,
    _ settings: Estimator.Settings, _ console: Console
  ) throws(UsageError) -> Outcome {
    var settings = settings
    if let records { settings.runs = records.count }
    try trace?.check(amongRuns: settings.runs, of: Self.name)
    settings.explanations = explanations
    guard var report = try options.report(on: policy, at: path, settings, from: records, console) else {
      throw UsageError(
        message: "The parts have results of another policy; write them again with --partial",
        command: Self.name)
    }
    if isStrict { report.requireCertainty() }
    report.lint = Linting.summary(of: reading, configuration, console.access)
    let detail: EstimateDetail? = console.isQuiet ? nil : self.detail
    try formats.write(console) { report.rendered(as: $0, style: $1, settings, detail) }
    try trace?.write(report, with: settings, to: console)
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }

  /// The settings of an estimate in parts.
  private func settingsOfParts(for policy: Policy) throws(UsageError) -> Estimator.Settings {
    let option = parts.isMerge ? "--merge" : "--partial"
    guard try options.settingsOfAllScenarios(for: policy) == nil else {
      throw UsageError(message: "\(option) is for one scenario; name it instead of all", command: Self.name)
    }
    let settings = try options.settings(for: policy)
    guard !settings.day.isIdeal else {
      throw UsageError(
        message: "\(option) is for random runs; \(settings.day.name) has a single one, which is exact",
        command: Self.name)
    }
    return settings
  }

  /// The records of all parts.
  private func mergedRecords(
    of subject: EstimatePart.Subject, _ access: FileAccess
  ) throws(UsageError) -> [RunRecord] {
    let files = try operands.dropFirst().map { path throws(UsageError) in
      let bytes = try PartOptions.read(path, access)
      do throws(EstimatePart.MergeError) {
        return (name: path, part: try EstimatePart(json: bytes))
      } catch {
        throw UsageError(message: "Can't merge \(path): \(error.reason)", command: Self.name)
      }
    }
    do throws(EstimatePart.MergeError) {
      return try EstimatePart.merged(files, of: subject)
    } catch {
      throw UsageError(message: error.reason, command: Self.name)
    }
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
      try scenarios.map { settings throws(UsageError) in
        var settings = settings
        // JSON has the mechanisms' costs in every scenario.
        settings.explanations = explanations.intersection([.mechanisms])
        if !formats.contains(where: { $0.kind == .json }) { settings.explanations = [] }
        var report = try options.report(on: policy, at: path, settings, console)
        if isStrict { report.requireCertainty() }
        return report
      })
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    return Outcome(.brokenBudget, if: report.breaksBudget)
  }

  /// The parts of the explanation that the options or the formats of the call show.
  private var explanations: Set<Explanation.Part> {
    // A page shows all parts of the explanation.
    if showsCauses || formats.contains(where: { $0.kind == .html }) { return Set(Explanation.Part.allCases) }
    // JSON always has the cost of each mechanism.
    return formats.contains { $0.kind == .json } ? [.mechanisms] : []
  }
}

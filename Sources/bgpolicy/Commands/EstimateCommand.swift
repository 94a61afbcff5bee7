internal import PolicyAdvice
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy estimate`: says what a policy costs.
enum EstimateCommand {
  static let syntax = CommandSyntax(
    name: "estimate", operands: "[POLICY]", operandCount: 0...1,
    summary: "Estimate launches, delays, bytes and energy",
    discussion: """
      Runs the policy's transfers through a model of the device: the resume rate limiter, discretionary waiting, networks and
      daily budgets. The same seed gives the same numbers everywhere. A broken budget makes the exit status 1.
      """,
    options: EstimateOptions.options + [
      CommandOption(
        "--why", nil,
        "Tell what each mechanism costs, and which parameters the numbers hang on; JSON tells the former and HTML both in any case"
      ),
      TraceOption.traceOption, TraceOption.runOption, ReportFormat<EstimateFormat>.option,
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    var formats = try ReportFormat<EstimateFormat>.requested(arguments, of: syntax.name)
    let trace = try TraceOption(arguments, of: syntax.name)
    if let trace, trace.file == nil { formats = try formats.withoutOutput(arguments, syntax.name) }
    let paths = try PolicyFiles.paths(arguments.operands, command: syntax.name)
    guard let path = paths.first, paths.count == 1 else {
      throw UsageError(
        message: "There is more than one policy here; name one of \(DisplayText.list(paths))",
        command: syntax.name)
    }
    let reading = try PolicyFiles.read(path)
    let inputs = reading.sources.map(\.name)
    try formats.keepOff(inputs)
    try trace?.keepOff(inputs, formats, of: syntax.name)
    guard let policy = Alternative(reading)?.policy else { return InvalidPolicy.ofShape(reading) }
    var settings = try EstimateOptions.settings(for: policy, arguments, of: syntax.name)
    try trace?.run.check(among: settings.runs, of: syntax.name)
    if arguments.has("--why") { settings.explanations = Set(Explanation.Part.allCases) }
    // What reads JSON is promised what each mechanism costs.
    if formats.contains(where: { $0.kind == .json }) { settings.explanations.insert(.mechanisms) }
    // A page shows all of it.
    if formats.contains(where: { $0.kind == .html }) {
      settings.explanations = Set(Explanation.Part.allCases)
    }
    let jobs = try EstimateOptions.jobs(arguments, of: syntax.name)
    let report = EstimateOptions.report(on: policy, at: path, settings, jobs: jobs, console)
    try formats.write(console) { report.rendered(as: $0, style: $1, settings) }
    try trace?.write(report, settings, console)
    return report.breaksBudget ? .failure : .success
  }
}

extension [ReportFormat<EstimateFormat>] {
  /// The forms that go to files, as standard output is for the trace.
  fileprivate func withoutOutput(_ arguments: Arguments, _ command: String) throws(UsageError) -> Self {
    guard !arguments.has("--format") || allSatisfy({ $0.file != nil }) else {
      throw UsageError(
        message:
          "--trace goes to standard output: name a file for the format, or one for it as in --trace=FILE",
        command: command)
    }
    return filter { $0.file != nil }
  }
}

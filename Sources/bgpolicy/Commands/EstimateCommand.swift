internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
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

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    var formats = try ReportFormat<EstimateFormat>.requested(arguments, of: syntax.name)
    let trace = try TraceOption(arguments, of: syntax.name)
    if let trace, trace.file == nil { formats = try formats.withoutOutput(arguments, syntax.name) }
    let paths = try PolicyFiles.paths(arguments.operands, command: syntax.name)
    guard let path = paths.first, paths.count == 1 else {
      throw UnusableCall(
        message: "There is more than one policy here; name one of \(paths.joined(separator: ", "))",
        command: syntax.name)
    }
    let reading = try PolicyFiles.read(path)
    let inputs = reading.sources.map(\.name)
    try formats.keepOff(inputs)
    try trace?.keepOff(inputs, formats, of: syntax.name)
    let shape = Judgement.findings(in: reading).filter { $0.rule.isAboutShape && $0.severity == .error }
    guard let policy = reading.policy, shape.isEmpty else {
      let report = LintReport([LintReport.File(findings: shape, sources: reading.sources)])
      System.writeError(report.text(style: Style(isColored: false), withSummary: true))
      return .refused
    }
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
    for format in formats {
      let style = Style(isColored: format.file == nil && console.usesColor)
      try format.write(report.rendered(as: format.kind, style: style, settings), console)
    }
    try trace?.write(report, settings, console)
    return report.breaksBudget ? .refused : .success
  }
}

extension [ReportFormat<EstimateFormat>] {
  /// The forms that go to files, as standard output is for the trace.
  fileprivate func withoutOutput(_ arguments: Arguments, _ command: String) throws(UnusableCall) -> Self {
    guard !arguments.has("--format") || allSatisfy({ $0.file != nil }) else {
      throw UnusableCall(
        message:
          "--trace goes to standard output: name a file for the format, or one for it as in --trace=FILE",
        command: command)
    }
    return filter { $0.file != nil }
  }
}

/// The options that decide what an estimate is made of.
enum EstimateOptions {
  static let options = [
    CommandOption(
      "--scenario", "SCENARIO",
      "The device's day: one of the policy's, its population, or \(PlatformFacts.scenarioNames.joined(separator: ", ")); default commuter"
    ),
    CommandOption(
      "--model", "NAME=VALUE",
      "A value for a parameter of the model, such as limiter.base=30s; may be given several times"),
    CommandOption(
      "--model-preset", "PRESET",
      "Values that the model starts from: \(PlatformFacts.modelPresets.map(\.name).joined(separator: ", ")); the policy's model and --model win over it"
    ),
    CommandOption("--seed", "N", "The seed of all random numbers; default 1"),
    CommandOption(
      "--runs", "N", "How many runs to make; default 2000, and fewer of what has very much to do"),
    CommandOption("--jobs", "N", "How many threads make the runs; default one for each processor"),
  ]
  private static let maximumJobs = 256

  /// The estimate that a call asks for, with progress on a terminal.
  static func report(
    on policy: Policy, at path: String, _ arguments: Arguments, _ console: Console, of command: String
  ) throws(UnusableCall) -> EstimateReport {
    report(
      on: policy, at: path, try settings(for: policy, arguments, of: command),
      jobs: try jobs(arguments, of: command), console)
  }

  /// The estimate that is made so, with progress on a terminal.
  static func report(
    on policy: Policy, at path: String, _ settings: Estimator.Settings, jobs: Int, _ console: Console
  ) -> EstimateReport {
    let progress = Progress("Estimating", isShown: System.isErrorTerminal && !console.isQuiet)
    let estimate = Estimator.estimate(policy, settings, on: Workers(jobs: jobs, progress: progress))
    progress.end()
    return EstimateReport(policy, subject: path, estimate)
  }

  /// How many threads make the runs.
  static func jobs(_ arguments: Arguments, of command: String) throws(UnusableCall) -> Int {
    try arguments.number(
      "--jobs", default: min(System.processorCount, maximumJobs), in: 1...maximumJobs, of: command)
  }

  /// What a call says about how estimates are made.
  static func settings(
    for policy: Policy, _ arguments: Arguments, of command: String
  ) throws(UnusableCall) -> Estimator.Settings {
    let name = arguments.value("--scenario") ?? "commuter"
    guard let day = DeviceDay(name, in: policy) else {
      let own = policy.scenarios.map(\.name.value) + (policy.population == nil ? [] : [Policy.populationName])
      let names = own + PlatformFacts.scenarioNames.filter { !own.contains($0) }
      guard name != Policy.populationName else {
        throw UnusableCall(
          message: "The policy has no population: give the key population the shares of its scenarios",
          command: command)
      }
      let suggestion = Suggestion.nearest(to: name, among: names)
      throw UnusableCall(
        message: "No scenario is called \(name)"
          + (suggestion.map { ", did you mean \($0)?" } ?? "; there are \(names.joined(separator: ", "))"),
        command: command)
    }
    var settings = Estimator.Settings(day: day, parameters: try parameters(of: policy, arguments, command))
    settings.seed = UInt64(try arguments.number("--seed", default: 1, in: 0...Int.max, of: command))
    settings.runs = try arguments.number(
      "--runs", default: Estimator.usualRuns(of: policy), in: 1...10_000_000, of: command)
    return settings
  }

  private static func preset(
    _ arguments: Arguments, _ command: String
  ) throws(UnusableCall) -> ModelPreset? {
    guard let name = arguments.value("--model-preset") else { return nil }
    if let preset = PlatformFacts.modelPreset(name) { return preset }
    let names = PlatformFacts.modelPresets.map(\.name)
    let suggestion = Suggestion.nearest(to: name, among: names)
    throw UnusableCall(
      message: "No preset of the model is called \(name)"
        + (suggestion.map { ", did you mean \($0)?" } ?? "; there are \(names.joined(separator: ", "))"),
      command: command)
  }

  private static func parameters(
    of policy: Policy, _ arguments: Arguments, _ command: String
  ) throws(UnusableCall) -> Parameters {
    var parameters = Parameters(try preset(arguments, command), policy.modelOverrides)
    for text in arguments.all("--model") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw UnusableCall(message: "--model takes NAME=VALUE, and not \"\(text)\"", command: command)
      }
      guard let fact = PlatformFacts.parameter(parts[0]) else {
        let suggestion = Suggestion.nearest(to: parts[0], among: PlatformFacts.parameters.map(\.name))
        throw UnusableCall(
          message: "The model has no parameter \(parts[0])"
            + (suggestion.map { ", did you mean \($0)?" } ?? ""),
          command: command)
      }
      guard parameters.set(parts[0], to: parts[1]) else {
        throw UnusableCall(
          message: "\(parts[0]) takes \(fact.form), and not \"\(parts[1])\"", command: command)
      }
    }
    return parameters
  }
}

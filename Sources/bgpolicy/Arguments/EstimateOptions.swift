internal import PlatformFacts
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// The options of an estimate.
struct EstimateOptions: OptionGroup, Sendable {
  private static let scenario = Option<String?>(
    "--scenario", "SCENARIO",
    "The device's day: a scenario of the policy, its population, or \(PlatformFacts.scenarioNames.joined(separator: ", ")); default \(usualScenario). estimate and gate also accept all, which compares them",
    completion: .scenarios)
  private static let model = Option<[ModelValue]>(
    repeated: "--model", "NAME=VALUE", "A value for a parameter of the model, such as limiter.base=30s",
    completion: .modelParameters, transform: ModelValue.init)
  private static let modelPreset = Option<ModelPreset?>(
    "--model-preset", "PRESET",
    "Values with which the model starts: \(PlatformFacts.modelPresets.map(\.name).joined(separator: ", ")); the policy's model and --model override them",
    completion: .modelPresets, transform: preset)
  private static let seed = Option<Int?>(
    "--seed", "N", "The seed of all random numbers; default 1", in: 0...Int.max)
  private static let runs = Option<ClosedRange<Int>?>(
    "--runs", "N",
    "The number of runs; default 2000, and fewer for a policy with very many items. estimate --partial also accepts some of them, such as 1..500",
    transform: range)
  private static let mostRuns = 10_000_000
  private static let maxEvents = Option<Int?>(
    "--max-events", "N",
    "The most events that an estimate simulates; default \(Estimator.usualMostEvents), and more for more runs than usual",
    in: 1...Int.max)
  static let jobs = Option<Int?>(
    "--jobs", "N", "The number of threads; default one for each processor", in: 1...maximumJobs)

  private static let usualScenario = PlatformFacts.usualScenarioName
  /// The value of `--scenario` for all scenarios.
  private static let allScenarios = "all"
  private static let maximumJobs = 256
  /// The command that lists all parameters. The list is too long for a message.
  private static let parameterList = "; `bgpolicy estimate --assumptions` lists those that an estimate uses"

  private let command: String
  /// The scenario from the command line. `nil` means the default scenario.
  private let scenario: String?
  private let modelValues: [ModelValue]
  private let preset: ModelPreset?
  private let seed: UInt64
  /// The runs from the command line, counted from 1. `nil` means the default number.
  private let runs: ClosedRange<Int>?
  private let requestedJobs: Int?
  /// The most events of an estimate. `nil` means the default limit.
  private let mostEvents: Int?

  init(_ arguments: inout Arguments) throws(UsageError) {
    command = arguments.command
    scenario = try arguments[Self.scenario]
    modelValues = try arguments[Self.model]
    preset = try arguments[Self.modelPreset]
    seed = UInt64(try arguments[Self.seed] ?? 1)
    runs = try arguments[Self.runs]
    requestedJobs = try arguments[Self.jobs]
    mostEvents = try arguments[Self.maxEvents]
    try checkRuns(areAll: command != EstimateCommand.name)
  }

  /// Throws if the call selects some runs and a report needs all runs.
  func checkRuns(areAll: Bool) throws(UsageError) {
    guard areAll, let runs, runs.lowerBound > 1 else { return }
    throw UsageError(
      message:
        "--runs \(runs.lowerBound)..\(runs.upperBound) are some runs of an estimate, for estimate --partial; a report expects their number, such as \(runs.upperBound)",
      command: command)
  }

  /// The runs of a part, counted from 0.
  func runsOfPart(_ settings: Estimator.Settings) -> Range<Int> {
    (runs?.lowerBound ?? 1) - 1..<settings.runs
  }

  /// The runs of `N` or `A..B`.
  @Sendable private static func range(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    if let count = Int(text), (1...mostRuns).contains(count) { return 1...count }
    if let dots = text.firstRange(of: ".."), let first = Int(text[..<dots.lowerBound]),
      let last = Int(text[dots.upperBound...]), 1 <= first, first <= last, last <= mostRuns
    {
      return first...last
    }
    throw UsageError(
      message: "--runs expects a whole number from 1 to \(mostRuns); found \"\(text)\"")
  }

  /// Whether an estimate chooses its number of runs: fewer runs if they have too many events, more runs if more runs decide budgets. False
  /// if the call gives the number of runs.
  var choosesRuns: Bool { runs == nil }

  /// The number of threads of an estimate.
  var jobs: Int { requestedJobs ?? min(System.processorCount, Self.maximumJobs) }

  /// The estimate of a policy, with progress on a terminal.
  func report(
    on policy: Policy, at path: String, _ settings: Estimator.Settings, _ console: Console
  ) throws(UsageError) -> EstimateReport {
    let workers = Workers(jobs: jobs, progress: console.progress("Estimating"))
    let bounded: BoundedEstimate
    do throws(SimulationExcess) {
      bounded = try Estimator.boundedEstimate(
        policy, settings, choosesRuns: choosesRuns, on: workers)
    } catch {
      workers.progress.end()
      throw UsageError(error)
    }
    workers.progress.end()
    if let runs = bounded.requestedRuns {
      console.note(
        "The estimate of \(path) has \(bounded.estimate.runs) runs instead of \(runs), because more have too many events; --max-events allows more"
      )
    }
    return EstimateReport(policy, subject: path, bounded.estimate)
  }

  /// The estimate of a policy from the records of its runs. `nil` if the records belong to another estimate.
  func report(
    on policy: Policy, at path: String, _ settings: Estimator.Settings, from records: [RunRecord]?,
    _ console: Console
  ) throws(UsageError) -> EstimateReport? {
    guard let records else { return try report(on: policy, at: path, settings, console) }
    let workers = Workers(jobs: jobs, progress: console.progress("Estimating"))
    let estimate = Estimator.estimate(policy, settings, from: records, on: workers)
    workers.progress.end()
    try Self.checkEvents(of: policy, settings)
    return estimate.map { EstimateReport(policy, subject: path, $0) }
  }

  /// The records of some runs of an estimate.
  func records(
    of runs: Range<Int>, _ policy: Policy, _ settings: Estimator.Settings, _ console: Console
  ) throws(UsageError) -> [RunRecord] {
    let workers = Workers(jobs: jobs, progress: console.progress("Estimating"))
    try Self.checkCertainWork(of: policy, settings)
    let records = Estimator.records(of: runs, policy, settings, on: workers)
    workers.progress.end()
    try Self.checkEvents(of: policy, settings)
    return records
  }

  /// Throws if an estimate would certainly have more events than its limit.
  static func checkCertainWork(of policy: Policy, _ settings: Estimator.Settings) throws(UsageError) {
    if let excess = Estimator.certainExcess(of: policy, settings) { throw UsageError(excess) }
  }

  /// Throws if the runs of an estimate have reached the event limit. The figures would then be meaningless.
  static func checkEvents(of policy: Policy, _ settings: Estimator.Settings) throws(UsageError) {
    if let excess = Estimator.excess(of: policy, settings) { throw UsageError(excess) }
  }

  /// Runs `body`, which estimates a policy. Reports too much work as a finding in the policy.
  static func reportingExcess(
    in reading: @autoclosure () -> PolicyReading, _ console: Console,
    _ body: () throws(UsageError) -> Outcome
  ) throws(UsageError) -> Outcome {
    do throws(UsageError) {
      return try body()
    } catch {
      guard let excess = error.excess else { throw error }
      report(excess, as: .error, in: reading(), console)
      return Outcome(.tooMuchWork)
    }
  }

  /// Reports work that is too much for an estimate as a finding of the policy.
  static func report(
    _ excess: SimulationExcess, as severity: Severity, in reading: PolicyReading, _ console: Console
  ) {
    let finding = excess.finding(reading.nodes, severity)
    let report = LintReport([LintReport.File(findings: [finding], sources: reading.sources)], limit: .error)
    System.writeError(report.text(style: console.errorStyle, withSummary: false))
  }

  func settings(for policy: Policy) throws(UsageError) -> Estimator.Settings {
    try settings(for: policy, day(in: policy))
  }

  /// The settings of an estimate in each of the policy's scenarios and each built-in scenario, except
  /// scenarios of ideal devices. `nil` if the call does not ask for all scenarios.
  func settingsOfAllScenarios(for policy: Policy) throws(UsageError) -> [Estimator.Settings]? {
    guard comparesScenarios(of: policy) else { return nil }
    let days = DeviceDay.names(in: policy).compactMap { DeviceDay($0, in: policy) }
    return try days.filter { !$0.isIdeal }.map { day throws(UsageError) in try settings(for: policy, day) }
  }

  /// The settings of the estimates that a policy's budgets require: in the scenario of the call, or in the
  /// scenarios that the budgets name.
  func settingsOfBudgets(for policy: Policy) throws(UsageError) -> [Estimator.Settings] {
    if let all = try settingsOfAllScenarios(for: policy) { return all }
    guard scenario == nil, policy.budgets.contains(where: { $0.scenarios != nil }) else {
      return [try settings(for: policy)]
    }
    var names = policy.budgets.contains { $0.scenarios == nil } ? [Self.usualScenario] : []
    for name in policy.budgets.flatMap({ $0.scenarios?.value ?? [] }).map(\.value)
    where !names.contains(name) {
      names.append(name)
    }
    let days = names.compactMap { DeviceDay($0, in: policy) }
    return try days.map { day throws(UsageError) in try settings(for: policy, day) }
  }

  /// The settings of an estimate in one of the policy's scenarios. `nil` if the policy has no scenario with
  /// the name.
  func settings(for policy: Policy, named scenario: String) throws(UsageError) -> Estimator.Settings? {
    guard let day = DeviceDay(scenario, in: policy) else { return nil }
    return try settings(for: policy, day)
  }

  /// Whether the call asks for all scenarios. A scenario of the policy with the name `all` takes precedence.
  private func comparesScenarios(of policy: Policy) -> Bool {
    scenario == Self.allScenarios && DeviceDay(Self.allScenarios, in: policy) == nil
  }

  private func settings(for policy: Policy, _ day: DeviceDay) throws(UsageError) -> Estimator.Settings {
    Estimator.Settings(
      of: policy, on: day, try parameters(of: policy), seed: seed, runs: runs?.upperBound,
      mostEvents: mostEvents)
  }

  /// The day of the call's scenario, which is one of the policy's or built-in scenarios.
  func day(in policy: Policy) throws(UsageError) -> DeviceDay {
    let scenario = scenario ?? Self.usualScenario
    if let day = DeviceDay(scenario, in: policy) { return day }
    guard scenario != Policy.populationName else {
      throw UsageError(
        message: "The policy has no population; add the key population with the shares of its scenarios",
        command: command)
    }
    guard scenario != Self.allScenarios else {
      throw UsageError(
        message: "--scenario all is for estimate and gate; name one scenario", command: command)
    }
    throw .unknown(
      "No scenario is called \(scenario)", scenario, among: DeviceDay.names(in: policy), of: command)
  }

  private func parameters(of policy: Policy) throws(UsageError) -> Parameters {
    var parameters = Parameters(preset, policy.modelOverrides)
    for value in modelValues where !parameters.set(value.parameter.name, to: value.text) {
      throw UsageError(
        message: "\(value.parameter.name) expects \(value.parameter.form); found \"\(value.text)\"",
        command: command)
    }
    return parameters
  }

  // MARK: Values

  /// A value for a parameter of the model, written `NAME=VALUE`.
  private struct ModelValue: Sendable {
    let parameter: ParameterFact
    let text: String

    @Sendable init(_ text: String) throws(UsageError) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(message: "--model expects NAME=VALUE; found \"\(text)\"")
      }
      guard let parameter = PlatformFacts.parameter(parts[0]) else {
        throw EstimateOptions.unknownParameter(parts[0])
      }
      self.parameter = parameter
      self.text = parts[1]
    }
  }

  /// The error for a name that is not the name of a parameter.
  static func unknownParameter(_ name: String, of command: String? = nil) -> UsageError {
    if let rule = PlatformFacts.modelRule(name) {
      return UsageError(
        message: "\(name) is a rule of the model without a value: \(rule.meaning)", command: command)
    }
    return .unknown(
      "The model has no parameter \(name)", name, among: PlatformFacts.parameters.map(\.name),
      otherwise: parameterList, of: command)
  }

  @Sendable private static func preset(_ name: String) throws(UsageError) -> ModelPreset {
    if let preset = PlatformFacts.modelPreset(name) { return preset }
    throw .unknown(
      "No preset of the model is called \(name)", name, among: PlatformFacts.modelPresets.map(\.name))
  }
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySim

/// The options of an estimate.
struct EstimateOptions: OptionGroup, Sendable {
  private static let scenario = Option<String?>(
    "--scenario", "SCENARIO",
    "The device's day: a scenario of the policy, its population, or \(PlatformFacts.scenarioNames.joined(separator: ", ")); default \(usualScenario)",
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
  private static let runs = Option<Int?>(
    "--runs", "N", "The number of runs; default 2000, and fewer for a policy with very many items",
    in: 1...10_000_000)
  private static let jobs = Option<Int?>(
    "--jobs", "N", "The number of threads; default one for each processor", in: 1...maximumJobs)

  private static let usualScenario = "commuter"
  private static let maximumJobs = 256
  /// The place of the list of all parameters, which is too long for a message.
  private static let parameterList = "; `bgpolicy estimate` ends with the list of all parameters"

  private let command: String
  private let scenario: String
  private let modelValues: [ModelValue]
  private let preset: ModelPreset?
  private let seed: UInt64
  private let runs: Int?
  private let requestedJobs: Int?

  init(_ arguments: inout Arguments) throws(UsageError) {
    command = arguments.command
    scenario = try arguments[Self.scenario] ?? Self.usualScenario
    modelValues = try arguments[Self.model]
    preset = try arguments[Self.modelPreset]
    seed = UInt64(try arguments[Self.seed] ?? 1)
    runs = try arguments[Self.runs]
    requestedJobs = try arguments[Self.jobs]
  }

  /// The number of threads that make the runs.
  var jobs: Int { requestedJobs ?? min(System.processorCount, Self.maximumJobs) }

  /// The estimate of a policy, with progress on a terminal.
  func report(
    on policy: Policy, at path: String, _ settings: Estimator.Settings, _ console: Console
  ) -> EstimateReport {
    let workers = Workers(jobs: jobs, progress: console.progress("Estimating"))
    let estimate = PolicyFiles.pipeline.estimate(policy, settings, on: workers)
    workers.progress.end()
    return EstimateReport(policy, subject: path, estimate)
  }

  /// The settings of the estimate of a policy.
  func settings(for policy: Policy) throws(UsageError) -> Estimator.Settings {
    var settings = Estimator.Settings(day: try day(in: policy), parameters: try parameters(of: policy))
    settings.seed = seed
    settings.runs = runs ?? Estimator.usualRuns(of: policy)
    settings.predicts = true
    return settings
  }

  /// The device's day, of a policy's own or of the built-in ones.
  func day(in policy: Policy) throws(UsageError) -> DeviceDay {
    if let day = DeviceDay(scenario, in: policy) { return day }
    guard scenario != Policy.populationName else {
      throw UsageError(
        message: "The policy has no population; add the key population with the shares of its scenarios",
        command: command)
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

  /// The error for a name that no parameter of the model has.
  static func unknownParameter(_ name: String, of command: String? = nil) -> UsageError {
    .unknown(
      "The model has no parameter \(name)", name, among: PlatformFacts.parameters.map(\.name),
      otherwise: parameterList, of: command)
  }

  @Sendable private static func preset(_ name: String) throws(UsageError) -> ModelPreset {
    if let preset = PlatformFacts.modelPreset(name) { return preset }
    throw .unknown(
      "No preset of the model is called \(name)", name, among: PlatformFacts.modelPresets.map(\.name))
  }
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicyReports
internal import PolicySim

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
  /// Where all parameters are to be found; they are too many for a message.
  private static let parameterList = "; `bgpolicy estimate` ends with the list of those that there are"

  /// The estimate that a call asks for, with progress on a terminal.
  static func report(
    on policy: Policy, at path: String, _ arguments: Arguments, _ console: Console, of command: String
  ) throws(UsageError) -> EstimateReport {
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
  static func jobs(_ arguments: Arguments, of command: String) throws(UsageError) -> Int {
    try arguments.number(
      "--jobs", default: min(System.processorCount, maximumJobs), in: 1...maximumJobs, of: command)
  }

  /// What a call says about how estimates are made.
  static func settings(
    for policy: Policy, _ arguments: Arguments, of command: String
  ) throws(UsageError) -> Estimator.Settings {
    let day = try day(in: policy, arguments, of: command)
    var settings = Estimator.Settings(day: day, parameters: try parameters(of: policy, arguments, command))
    settings.seed = UInt64(try arguments.number("--seed", default: 1, in: 0...Int.max, of: command))
    settings.runs = try arguments.number(
      "--runs", default: Estimator.usualRuns(of: policy), in: 1...10_000_000, of: command)
    return settings
  }

  /// The device's day that a call names, of a policy's own or of the built-in ones.
  static func day(
    in policy: Policy, _ arguments: Arguments, of command: String
  ) throws(UsageError) -> DeviceDay {
    let name = arguments.value("--scenario") ?? "commuter"
    if let day = DeviceDay(name, in: policy) { return day }
    guard name != Policy.populationName else {
      throw UsageError(
        message: "The policy has no population: give the key population the shares of its scenarios",
        command: command)
    }
    let own = policy.scenarios.map(\.name.value) + (policy.population == nil ? [] : [Policy.populationName])
    let names = own + PlatformFacts.scenarioNames.filter { !own.contains($0) }
    throw .unknown("No scenario is called \(name)", name, among: names, of: command)
  }

  private static func preset(
    _ arguments: Arguments, _ command: String
  ) throws(UsageError) -> ModelPreset? {
    guard let name = arguments.value("--model-preset") else { return nil }
    if let preset = PlatformFacts.modelPreset(name) { return preset }
    let names = PlatformFacts.modelPresets.map(\.name)
    throw .unknown("No preset of the model is called \(name)", name, among: names, of: command)
  }

  /// A name that no parameter of the model has.
  static func unknownParameter(_ name: String, _ command: String) -> UsageError {
    .unknown(
      "The model has no parameter \(name)", name, among: PlatformFacts.parameters.map(\.name),
      otherwise: parameterList, of: command)
  }

  private static func parameters(
    of policy: Policy, _ arguments: Arguments, _ command: String
  ) throws(UsageError) -> Parameters {
    var parameters = Parameters(try preset(arguments, command), policy.modelOverrides)
    for text in arguments.all("--model") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(message: "--model takes NAME=VALUE, and not \"\(text)\"", command: command)
      }
      guard let fact = PlatformFacts.parameter(parts[0]) else {
        throw unknownParameter(parts[0], command)
      }
      guard parameters.set(parts[0], to: parts[1]) else {
        throw UsageError(
          message: "\(parts[0]) takes \(fact.form), and not \"\(parts[1])\"", command: command)
      }
    }
    return parameters
  }
}

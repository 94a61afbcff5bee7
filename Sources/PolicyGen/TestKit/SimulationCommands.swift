internal import PlatformFacts
internal import PolicyModel

/// The debugger commands that make the system launch and expire tasks.
enum SimulationCommands {
  /// The file. `nil` for a policy without tasks.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let tasks = policy.ownTasks.compactMap { SimulatedTask($0, in: policy) }
    let commands = tasks.flatMap { $0.commands(for: context.configured) }
    guard !commands.isEmpty else { return nil }
    let path = path(in: context)
    var explanation = explanation(in: context, path)
    if tasks.contains(where: \.isConfigured) {
      let names = context.configured.configurations.indices.map(context.configured.commandName)
      explanation += [
        "",
        "Identifiers differ between build configurations, so the names end in the configuration of the build:",
        "\(names.map { "-\($0)" }.joined(separator: ", ")).",
      ]
    }
    let lines = (context.provenance.lines + [""] + explanation).map {
      $0.isEmpty ? "#" : "# \($0)"
    }
    return GeneratedFile(path: path, text: (lines + [""] + commands + [""]).joined(separator: "\n"))
  }

  /// The name of the file.
  static func path(in context: GenerationContext) -> String { "\(context.name)Simulate.lldb" }

  private static func explanation(in context: GenerationContext, _ path: String) -> [String] {
    let source = Citation.developmentSimulation
    return [
      "LLDB commands with which the system launches and expires the background tasks of \(context.name) at once.",
      "",
      "1. Run the app from Xcode on a device, and pause it when it has submitted the request.",
      "2. command source \(path)",
      "3. bg-launch- and the name of the task, and continue: the system launches the task.",
      "4. To end it before its time: pause while it works, bg-expire- and its name, and continue.",
      "",
      "They call private methods that are for the debugger alone. Apple rejects an app that refers to them, so",
      "this file does not belong in a target. Source: \(source.title) (\(source.edition)) [documented].",
    ]
  }
}

/// A task that a debugger can launch and expire.
struct SimulatedTask {
  /// The end of the names of the task's commands.
  let name: String
  /// Whether the task's identifier differs between build configurations.
  let isConfigured: Bool
  private let type: TaskType
  private let identifier: Located<Identifier>

  /// Returns `nil` for a task without a type or identifier.
  init?(_ task: TaskRequest, in policy: Policy) {
    guard let type = task.type?.value, let identifier = task.identifier else { return nil }
    name = SwiftName.of(task.name.value) ?? "_"
    self.type = type
    self.identifier = identifier
    isConfigured = ConfiguredValues(policy).value(at: identifier.node) != nil
  }

  /// The placeholder for the configuration in the commands' names. Empty if the identifier does not depend on
  /// the configuration.
  private var configuration: String { isConfigured ? "-CONFIGURATION" : "" }

  /// The command that launches the task. `nil` for a task that users start.
  var launch: String? { type == .continuedProcessing ? nil : "bg-launch-\(name)\(configuration)" }

  /// The command that expires the task, with its arguments.
  var expiration: String { "bg-expire-\(name)\(configuration)" + (isWildcard ? " SUFFIX" : "") }

  /// The definitions of the commands. If the identifier differs between configurations, the definitions for
  /// each configuration.
  func commands(for configured: ConfiguredValues) -> [String] {
    guard let value = configured.value(at: identifier.node) else {
      // The suffix of a wildcard is an argument of the command.
      return commands(
        "", isWildcard ? String(identifier.value.text.dropLast()) : identifier.value.text)
    }
    return value.texts.indices.flatMap { index in
      commands("-" + configured.commandName(of: index), value.texts[index])
    }
  }

  private func commands(_ configuration: String, _ text: String) -> [String] {
    let kind = type.rawValue
    let launch = define(
      "bg-launch-\(name)\(configuration)", help: "Launches \(name), \(kind)",
      method: "_simulateLaunchForTaskWithIdentifier", text: text)
    let expiration = define(
      "bg-expire-\(name)\(configuration)",
      help: "Expires \(name), \(kind)" + (isWildcard ? ", by the end of its identifier" : ""),
      method: "_simulateExpirationForTaskWithIdentifier", text: text)
    return type == .continuedProcessing ? [expiration] : [launch, expiration]
  }

  /// Whether each job of the task has an identifier of its own.
  private var isWildcard: Bool { type == .continuedProcessing && identifier.value.isWildcard }

  private func define(_ command: String, help: String, method: String, text: String) -> String {
    let literal = LLDBText.literal(text) + (isWildcard ? "%1" : "")
    let call = "(void)[[BGTaskScheduler sharedScheduler] \(method):@\"\(literal)\"]"
    let argument = isWildcard ? "^([A-Za-z0-9_-]+)$" : "^$"
    return "command regex -h \"\(help)\" \(command) 's/\(argument)/expression -l objc -- \(call)/'"
  }
}

extension ConfiguredValues {
  /// The name of a configuration in command names, by the configuration's index. Command names consist of
  /// ASCII letters and digits.
  func commandName(of index: Int) -> String {
    let name = configurations[index].swiftName
    return SwiftName.isPlain(name) ? name : "configuration\(index + 1)"
  }
}

internal import PlatformFacts
internal import PolicyModel

/// The commands by which a debugger makes the system launch and expire tasks.
enum SimulationCommands {
  /// The file; `nil` for a policy without tasks.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile? {
    let commands = policy.ownTasks.compactMap(SimulatedTask.init).flatMap(\.commands)
    guard !commands.isEmpty else { return nil }
    let path = path(target)
    let lines = (target.provenance.lines + [""] + explanation(target, path)).map {
      $0.isEmpty ? "#" : "# \($0)"
    }
    return GeneratedFile(path: path, text: (lines + [""] + commands + [""]).joined(separator: "\n"))
  }

  /// What the file is called.
  static func path(_ target: GenerationTarget) -> String { "\(target.name)Simulate.lldb" }

  private static func explanation(_ target: GenerationTarget, _ path: String) -> [String] {
    let source = Citation.developmentSimulation
    return [
      "Commands for LLDB by which the system launches and expires the background tasks of \(target.name) at once.",
      "",
      "1. Run the app from Xcode on a device, and pause it when it has submitted the request.",
      "2. command source \(path)",
      "3. bg-launch- and the name of the task, and continue: the system launches the task.",
      "4. To end it before its time: pause while it works, bg-expire- and its name, and continue.",
      "",
      "They call private methods that are for the debugger alone: an app that refers to them is rejected, so this",
      "file belongs in no target. Source: \(source.title) (\(source.edition)) [documented].",
    ]
  }
}

/// A task as a debugger can launch and expire it.
struct SimulatedTask {
  /// The end of its commands' names.
  let name: String
  private let type: TaskType
  private let identifier: Identifier

  /// `nil` for a task that lacks its type or identifier.
  init?(_ task: TaskRequest) {
    guard let type = task.type?.value, let identifier = task.identifier?.value else { return nil }
    name = SwiftName.of(task.name.value) ?? "_"
    self.type = type
    self.identifier = identifier
  }

  /// The command that launches it; `nil` for one that begins when a person starts it.
  var launch: String? { type == .continuedProcessing ? nil : "bg-launch-\(name)" }

  /// The command that expires it, with what it has to be told.
  var expiration: String { "bg-expire-\(name)" + (isWildcard ? " SUFFIX" : "") }

  /// The commands as they are defined.
  var commands: [String] {
    let kind = type.rawValue
    return [
      launch.map { define($0, "Launches \(name), \(kind)", "_simulateLaunchForTaskWithIdentifier") },
      define(
        "bg-expire-\(name)",
        "Expires \(name), \(kind)" + (isWildcard ? ", by the end of its identifier" : ""),
        "_simulateExpirationForTaskWithIdentifier"),
    ].compactMap { $0 }
  }

  /// Whether its identifiers are made as the work comes up.
  private var isWildcard: Bool { type == .continuedProcessing && identifier.isWildcard }

  private func define(_ command: String, _ help: String, _ method: String) -> String {
    // A wildcard's end is typed behind the command.
    let text = isWildcard ? String(identifier.text.dropLast()) : identifier.text
    let literal = LLDBText.literal(text) + (isWildcard ? "%1" : "")
    let call = "(void)[[BGTaskScheduler sharedScheduler] \(method):@\"\(literal)\"]"
    let argument = isWildcard ? "^([A-Za-z0-9_-]+)$" : "^$"
    return "command regex -h \"\(help)\" \(command) 's/\(argument)/expression -l objc -- \(call)/'"
  }
}

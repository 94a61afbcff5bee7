internal import PolicyModel

/// The files with the handler protocols: a protocol for the app, and a protocol for each other process.
enum BackgroundHandler {
  /// The files. A process without background work has no file.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    [fileOfApp(of: policy, in: context)].compactMap { $0 }
      + context.processes.others.compactMap { file(of: $0, in: policy, in: context) }
  }

  private static func fileOfApp(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let requirements = requirements(of: policy, in: context)
    guard !requirements.isEmpty else { return nil }
    let needsDate = requirements.contains { $0.effects.hasSuffix("Date?") }
    var writer = context.swiftFile(
      importing: needsDate ? ["Foundation"] : [],
      usesRuntime: !policy.sessionsOfApp.isEmpty || !policy.wakingPushes.isEmpty
        || usesTypes(of: requirements))
    writer.documentation("The work of \(context.name) in the background. \(isolation)")
    write(requirements, of: context.handler, in: context, to: &writer)
    if hasOtherPush(policy) {
      writer.line()
      writeOtherPush(in: context, to: &writer)
    }
    let sessions = policy.sessionsOfApp
    if !sessions.isEmpty {
      writer.line()
      SessionDispatch.write(
        sessions, to: context.handler, ofTarget: nil, in: policy, in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Handler.swift"), text: writer.text)
  }

  private static func file(
    of process: GeneratedProcess, in policy: Policy, in context: GenerationContext
  ) -> GeneratedFile? {
    let sessions = policy.backgroundSessions.filter { $0.target.value == process.target }
    guard !sessions.isEmpty else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    writer.documentation(
      "The work of the target `\(SwiftText.comment(process.target))` in the background. \(isolation)")
    write(
      sessions.map { sessionRequirement(of: $0, in: policy, in: context) }
        + itemRequirements(of: process.target, in: policy, in: context), of: process.handler, in: context,
      to: &writer)
    writer.line()
    SessionDispatch.write(
      sessions, to: process.handler, ofTarget: process, in: policy, in: context, to: &writer)
    return GeneratedFile(path: "\(process.folder)/\(process.typeName)Handler.swift", text: writer.text)
  }

  /// The protocol itself is not `nonisolated`, because the methods of a conforming class on the main actor
  /// would then be nonisolated, too.
  private static let isolation =
    "Its methods may run at the same time, unless they are an actor's. Each returns when it is done or its Swift task is cancelled, and throws if it fails."

  /// Whether the parameters of a method have a type of the runtime.
  private static func usesTypes(of requirements: [HandlerRequirement]) -> Bool {
    requirements.contains { requirement in
      requirement.parameters.contains { $0.hasSuffix(": ContinuedWork") || $0.hasSuffix(": ScheduledTask") }
    }
  }

  private static func write(
    _ requirements: [HandlerRequirement], of name: String, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.type("\(context.access)protocol \(name)", inheriting: "AnyObject, Sendable") { writer in
      for (index, requirement) in requirements.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(requirement.leftOut) { requirement.write(to: &$0) }
      }
    }
  }

  /// The methods, grouped by the kind of work.
  private static func requirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    TaskHandling.requirements(of: policy, in: context) + pushRequirements(of: policy, in: context)
      + policy.sessionsOfApp.map { sessionRequirement(of: $0, in: policy, in: context) }
      + itemRequirements(of: Policy.Target.app, in: policy, in: context)
  }
}

/// A method of the protocol that the app implements.
struct HandlerRequirement {
  /// The name of the method in Swift.
  let name: String
  /// The paragraphs of the method's documentation.
  var documentation: [String]
  /// The availability of the types in the method. `nil` if every system has the types.
  var condition: AvailabilityCondition?
  /// The platforms on which the method's work does not exist.
  var leftOut = LeftOutPlatforms.none
  /// The parameters of the method in Swift, such as `_ task: Task`.
  var parameters: [String] = []
  /// The effects and the result of the method, such as `async throws`.
  let effects: String

  /// Writes the method as a requirement of the protocol.
  fileprivate func write(to writer: inout CodeWriter) {
    writer.documentation(documentation)
    if let condition { writer.line("@available(\(condition.versions))") }
    writer.requirement("func \(name)", parameters: parameters, effects: effects)
  }
}

internal import PolicyModel

/// The files with the protocols of the work in the background: one for the app and one for each other process.
enum BackgroundHandler {
  /// The files; a process without work has none.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    [fileOfApp(of: policy, in: context)].compactMap { $0 }
      + context.processes.others.compactMap { file(of: $0, in: policy, in: context) }
  }

  private static func fileOfApp(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let requirements = requirements(of: policy, in: context)
    guard !requirements.isEmpty else { return nil }
    let needsDate = requirements.contains { $0.effects.hasSuffix("Date?") }
    var writer = context.swiftFile(importing: needsDate ? ["Foundation"] : [])
    writer.documentation(
      "The work of \(context.name) when the system gives it time in the background.",
      "It has a method for everything that the policy declares, so that anything not handled is a compiler error. \(isolation)"
    )
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
    var writer = context.swiftFile(importing: [])
    writer.documentation(
      "The work of the target `\(SwiftText.comment(process.target))` when its sessions have events.",
      "It has a method for each session of the target\(policy.queuedTransfers.contains { policy.session(of: $0)?.target.value == process.target } ? ", and one for the items of each queue" : ""). \(isolation)"
    )
    write(
      sessions.map { sessionRequirement(of: $0, in: policy, in: context) }
        + itemRequirements(of: process.target, in: policy, in: context), of: process.handler, in: context,
      to: &writer)
    writer.line()
    SessionDispatch.write(
      sessions, to: process.handler, ofTarget: process, in: policy, in: context, to: &writer)
    return GeneratedFile(path: "\(process.folder)/\(process.typeName)Handler.swift", text: writer.text)
  }

  /// A nonisolated protocol would also make the methods of an app's class on the main actor nonisolated.
  private static let isolation =
    "The methods are called on no particular thread and may run at the same time, unless they belong to an actor. In a module whose code belongs to the main actor by default, they run there: declare an `actor` to work elsewhere."

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

  /// The methods, one kind after the other.
  private static func requirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    TaskHandling.requirements(of: policy, in: context) + pushRequirements(of: policy, in: context)
      + policy.sessionsOfApp.map { sessionRequirement(of: $0, in: policy, in: context) }
      + itemRequirements(of: Policy.Target.app, in: policy, in: context)
  }
}

/// A method of the protocol that the app implements.
struct HandlerRequirement {
  /// Its name in Swift.
  let name: String
  /// The paragraphs of its documentation.
  var documentation: [String]
  /// The availability check before its types are used; `nil` if every system has them.
  var condition: AvailabilityCondition?
  /// The platforms without such work.
  var leftOut = LeftOutPlatforms.none
  /// Its parameters.
  var parameters: [String] = []
  /// The effects and result after its parameters, such as `async throws`.
  let effects: String

  /// Writes it as a part of the protocol.
  fileprivate func write(to writer: inout CodeWriter) {
    writer.documentation(documentation)
    if let condition { writer.line("@available(\(condition.versions))") }
    writer.requirement("func \(name)", parameters: parameters, effects: effects)
  }
}

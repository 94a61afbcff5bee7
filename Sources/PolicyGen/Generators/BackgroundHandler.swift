internal import PolicyModel

/// The file with the protocol of the app's work in the background.
enum BackgroundHandler {
  /// The file; `nil` for a policy without work for the app.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let requirements = requirements(of: policy, in: context)
    guard !requirements.isEmpty else { return nil }
    let needsDate = requirements.contains { $0.effects.hasSuffix("Date?") }
    var writer = context.swiftFile(importing: needsDate ? ["Foundation"] : [])
    writer.documentation(
      "The work of \(context.name) when the system gives it time in the background.",
      "It has a method for everything that the policy declares, so that anything not handled is a compiler error. The methods are called on no particular thread, unless they belong to an actor, and may run at the same time."
    )
    // A nonisolated protocol would also make the methods of an app's class on the main actor nonisolated.
    writer.type("\(context.access)protocol \(context.handler)", inheriting: "AnyObject, Sendable") { writer in
      for (index, requirement) in requirements.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(requirement.leftOut) { requirement.write(to: &$0) }
      }
    }
    return GeneratedFile(path: "\(context.name)Handler.swift", text: writer.text)
  }

  /// The methods, one kind after the other.
  private static func requirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    TaskHandling.requirements(of: policy, in: context) + pushRequirements(of: policy, in: context)
      + sessionRequirements(of: policy, in: context)
  }
}

/// A method of the protocol that the app implements.
struct HandlerRequirement {
  /// Its name in Swift.
  let name: String
  /// The paragraphs of its documentation.
  let documentation: [String]
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

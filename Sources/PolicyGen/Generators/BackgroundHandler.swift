internal import PolicyModel

/// The file with the protocol of what the app does in the background.
enum BackgroundHandler {
  /// The file; `nil` for a policy that has the app do nothing.
  static func file(of policy: Policy, _ target: GenerationContext) -> GeneratedFile? {
    let requirements = requirements(of: policy, target)
    guard !requirements.isEmpty else { return nil }
    let needsDate = requirements.contains { $0.effects.hasSuffix("Date?") }
    var writer = target.swiftFile(importing: needsDate ? ["Foundation"] : [])
    writer.documentation(
      "What \(target.name) does when the system gives it time in the background.",
      "It has a method for everything that the policy declares, so that what nobody handles is an error of the compiler. The methods are called on no thread in particular, unless they belong to an actor, and may run at the same time."
    )
    // A protocol that says nonisolated would say it for the methods of an app's own class on the main actor, too.
    writer.type("\(target.access)protocol \(target.handler)", "AnyObject, Sendable") { writer in
      for (index, requirement) in requirements.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(requirement.leftOut) { requirement.write(to: &$0) }
      }
    }
    return GeneratedFile(path: "\(target.name)Handler.swift", text: writer.text)
  }

  /// The methods, one kind after the other.
  private static func requirements(of policy: Policy, _ target: GenerationContext) -> [HandlerRequirement] {
    TaskHandling.requirements(of: policy, target) + pushRequirements(of: policy, target)
      + sessionRequirements(of: policy, target)
  }
}

/// A method of the protocol that the app implements.
struct HandlerRequirement {
  /// Its name in Swift.
  let name: String
  /// The paragraphs of its documentation.
  let documentation: [String]
  /// What has to be asked before its types are used; `nil` where every system has them.
  var condition: AvailabilityCondition?
  /// The platforms on which there is no such work.
  var leftOut = LeftOutPlatforms.none
  /// Its parameters.
  var parameters: [String] = []
  /// What stands behind its parameters, such as `async throws`.
  let effects: String

  /// Writes it as a part of the protocol.
  fileprivate func write(to writer: inout CodeWriter) {
    writer.documentation(documentation)
    if let condition { writer.line("@available(\(condition.versions))") }
    writer.requirement("func \(name)", parameters, effects)
  }
}

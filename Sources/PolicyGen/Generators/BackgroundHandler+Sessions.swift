internal import PolicyModel

extension BackgroundHandler {
  /// What the handler does on silent pushes.
  static func pushRequirements(of policy: Policy, _ target: GenerationTarget) -> [HandlerRequirement] {
    policy.pushes.map { push in
      HandlerRequirement(
        name: pushName(push, in: policy),
        documentation: [
          "Answers the silent push `\(SwiftText.comment(push.name.value))`. Work that is too slow is cancelled; throw where there was something to fetch that could not be fetched."
        ],
        parameters: ["_ push: \(target.name)Push"],
        effects: "async throws -> \(target.name)PushResult")
    }
  }

  /// What the handler does with the events of background sessions.
  static func sessionRequirements(of policy: Policy, _ target: GenerationTarget) -> [HandlerRequirement] {
    policy.backgroundSessions.map { session in
      HandlerRequirement(
        name: sessionName(session, in: policy),
        documentation: [
          "Takes an event of the session `\(SwiftText.comment(session.name.value))`. Events come one after the other; the next waits until this one is taken."
        ],
        parameters: ["_ event: \(target.name)SessionEvent"],
        effects: "async")
    }
  }

  /// The requirement of a push: its name, told apart from a task's of the same name.
  static func pushName(_ push: Push, in policy: Policy) -> String {
    name(push.name.value, "Push", unlike: policy.tasks.map(\.name.value))
  }

  /// The requirement of a session: its name, told apart from those of tasks and pushes of the same name.
  static func sessionName(_ session: Session, in policy: Policy) -> String {
    name(
      session.name.value, "Session",
      unlike: (policy.tasks.map(\.name) + policy.pushes.map(\.name)).map(\.value))
  }

  private static func name(_ name: String, _ kind: String, unlike others: [String]) -> String {
    let own = SwiftName.of(name) ?? "_"
    return others.contains { SwiftName.of($0) == own } ? own + kind : SwiftName.escaped(own)
  }
}

extension Policy {
  /// The sessions that work on while the app doesn't run.
  var backgroundSessions: [Session] { sessions.filter(\.isBackground) }
}

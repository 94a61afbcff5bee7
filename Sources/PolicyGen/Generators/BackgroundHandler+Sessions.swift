internal import PolicyModel

extension BackgroundHandler {
  /// The methods of the handler for silent pushes.
  static func pushRequirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    let other = HandlerRequirement(
      name: otherPushName(in: policy),
      documentation: [
        "Handles a push that matches none of the policy; without this method it is logged."
      ],
      parameters: ["_ push: \(context.name)Push"], effects: "async throws -> \(context.name)PushResult")
    return policy.remoteNotifications.map { push in
      HandlerRequirement(
        name: pushName(push, in: policy),
        documentation: [
          "Handles the silent push `\(SwiftText.comment(push.name.value))`. Work that takes too long is cancelled; throw if the new data could not be fetched."
        ],
        parameters: ["_ push: \(context.name)Push"],
        effects: "async throws -> \(context.name)PushResult")
    } + (hasOtherPush(policy) ? [other] : [])
  }

  /// The method of the handler for the events of a background session.
  static func sessionRequirement(
    of session: Policy.Session, in policy: Policy, in context: GenerationContext
  ) -> HandlerRequirement {
    HandlerRequirement(
      name: sessionName(session, in: policy),
      documentation: [
        "Handles an event of the session `\(SwiftText.comment(session.name.value))`. Events come one after the other; the next waits until this method returns."
      ],
      leftOut: policy.leftOutPlatforms(of: session),
      parameters: ["_ event: \(context.name)SessionEvent"]
        + (session.family.map { [$0.parameter] } ?? []),
      effects: "async")
  }

  /// Whether pushes are told apart, so that some may match none of the policy.
  static func hasOtherPush(_ policy: Policy) -> Bool {
    let routes = policy.pushRoutes
    return !routes.isEmpty && routes.allSatisfy { !$0.members.isEmpty }
  }

  /// The method for a push that matches none of the policy.
  static func otherPushName(in policy: Policy) -> String {
    let taken = Set(
      policy.ownTasks.map { swiftName($0.name) } + pushNames(of: policy).values
        + policy.backgroundSessions.map { sessionName($0, in: policy) })
    var name = "otherPush"
    while taken.contains(name) { name += "_" }
    return name
  }

  /// Writes the default of that method.
  static func writeOtherPush(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.block("nonisolated extension \(context.handler)") { writer in
      writer.documentation("Logs a push that matches none of the policy.")
      writer.function(
        "\(context.access)func \(otherPushName(in: policy))", parameters: ["_ push: \(context.name)Push"],
        effects: "async throws -> \(context.name)PushResult"
      ) {
        $0.text(
          """
          \(context.name)Log(category: "pushes")
            .error("the push is not in the policy")
          return .noData
          """)
      }
    }
  }

  /// The method for a push: its name, changed if a task has the same.
  static func pushName(_ push: Policy.Push, in policy: Policy) -> String {
    SwiftName.escaped(pushNames(of: policy)[swiftName(push.name)] ?? "_")
  }

  /// The method for a session: its name, changed if a task or push has the same.
  static func sessionName(_ session: Policy.Session, in policy: Policy) -> String {
    let pushes = pushNames(of: policy)
    let taken =
      names(policy.ownTasks.map(\.name))
      + policy.remoteNotifications.compactMap { pushes[swiftName($0.name)] }
    let all = names(policy.backgroundSessions.map(\.name), "Session", unlike: taken)
    return SwiftName.escaped(all[swiftName(session.name)] ?? "_")
  }

  private static func pushNames(of policy: Policy) -> [String: String] {
    names(policy.remoteNotifications.map(\.name), "Push", unlike: names(policy.ownTasks.map(\.name)))
  }

  /// The unique names of a section's members: their own, followed by the kind as often as necessary.
  private static func names(
    _ section: [Located<String>], _ kind: String, unlike others: [String]
  ) -> [String: String] {
    let own = names(section)
    let others = Set(others)
    var taken = others.union(own)
    var result: [String: String] = [:]
    for name in own {
      var unique = name
      if others.contains(name) {
        while taken.contains(unique) { unique += kind }
      }
      taken.insert(unique)
      result[name] = unique
    }
    return result
  }

  private static func names(_ section: [Located<String>]) -> [String] { section.map(swiftName) }

  private static func swiftName(_ name: Located<String>) -> String { SwiftName.of(name.value) ?? "_" }
}

extension Policy {
  /// The sessions that continue while the app is not running.
  var backgroundSessions: [Policy.Session] { sessions.filter(\.isBackground) }

  /// The platforms on which a session is left out.
  func leftOutPlatforms(of session: Policy.Session) -> LeftOutPlatforms {
    guard let app = app?.value.deploymentTarget else { return .none }
    let own = LeftOutPlatforms(session.platforms, of: app)
    return target(of: session)?.platforms.map { own.union(LeftOutPlatforms($0, of: app)) } ?? own
  }
}

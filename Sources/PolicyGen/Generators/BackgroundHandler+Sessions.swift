internal import PolicyModel

extension BackgroundHandler {
  /// The methods of the handler for silent pushes.
  static func pushRequirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    let other = HandlerRequirement(
      name: otherPushName,
      documentation: [
        "Handles a push that matches none of the policy; without this method it is logged."
      ],
      parameters: ["_ push: SilentPush"], effects: "async throws -> PushResult")
    return policy.wakingPushes.map { push in
      HandlerRequirement(
        name: pushName(push),
        documentation: [
          "Handles the silent push `\(SwiftText.comment(push.name.value))`; work that takes too long is cancelled."
        ] + TaskHandling.starts(push.startsTransfers, in: policy, in: context),
        parameters: ["_ push: SilentPush"], effects: "async throws -> PushResult")
    } + (hasOtherPush(policy) ? [other] : [])
  }

  /// The method of the handler for the events of a background session.
  static func sessionRequirement(
    of session: Policy.Session, in policy: Policy, in context: GenerationContext
  ) -> HandlerRequirement {
    HandlerRequirement(
      name: sessionName(session),
      documentation: [
        "Handles an event of the session `\(SwiftText.comment(session.name.value))`; the next waits until this returns."
      ],
      leftOut: policy.leftOutPlatforms(of: session),
      parameters: ["_ event: \(context.name)SessionEvent"]
        + (session.family.map { [$0.parameter] } ?? []),
      effects: "async")
  }

  /// Whether pushes are distinguished by their payloads. If so, a push may match no push of the policy.
  static func hasOtherPush(_ policy: Policy) -> Bool {
    let routes = policy.pushRoutes
    return !routes.isEmpty && routes.allSatisfy { !$0.members.isEmpty }
  }

  /// The name of the method for pushes that match no push of the policy.
  private static let otherPushName = "otherPush"

  /// Writes the default implementation of the method for other pushes.
  static func writeOtherPush(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.block("nonisolated extension \(context.handler)") { writer in
      writer.documentation("Logs a push that matches none of the policy.")
      writer.function(
        "\(context.access)func \(otherPushName)", parameters: ["_ push: SilentPush"],
        effects: "async throws -> PushResult"
      ) {
        $0.text(
          """
          BackgroundLog.pushes.error("the push is not in the policy")
          return .noData
          """)
      }
    }
  }

  /// The name of the method for a push: the push's name, whatever else the policy declares.
  ///
  /// Methods for other work have other parameter types, so they may have the same name.
  static func pushName(_ push: Policy.Push) -> String {
    let name = SwiftName.of(push.name.value) ?? "_"
    // A name of `otherPush` and underscores gets another underscore. Otherwise, it could be the name of the
    // method for other pushes, or of another push's method.
    let isOther =
      name.hasPrefix(otherPushName) && name.dropFirst(otherPushName.count).allSatisfy { $0 == "_" }
    return isOther ? name + "_" : SwiftName.escaped(name)
  }

  /// The name of the method for a session: the session's name.
  static func sessionName(_ session: Policy.Session) -> String {
    SwiftName.escaped(SwiftName.of(session.name.value) ?? "_")
  }

  /// Writes the call of the method for pushes that match no push of the policy.
  static func callOtherPush(to writer: inout CodeWriter) {
    writer.call(after: "return try await handler.", to: otherPushName, arguments: ["push"])
  }
}

extension Policy {
  /// The sessions that continue while the app is not running.
  var backgroundSessions: [Policy.Session] { sessions.filter(\.isBackground) }

  func leftOutPlatforms(of session: Policy.Session) -> LeftOutPlatforms {
    guard let app = app?.value.deploymentTarget else { return .none }
    let own = LeftOutPlatforms(session.platforms, of: app)
    return target(of: session)?.platforms.map { own.union(LeftOutPlatforms($0, of: app)) } ?? own
  }
}

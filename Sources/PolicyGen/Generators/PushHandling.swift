internal import PolicyModel

/// The function that hands silent pushes to the app's handler.
enum PushHandling {
  /// Writes the function `receive`.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Hands a silent push to the method of the handler for it.")
    writer.function(
      "\(context.access)func receive", parameters: ["_ push: SilentPush"],
      effects: "async throws -> PushResult"
    ) { writer in
      let routes = policy.pushRoutes
      let matchedRoutes = matchedRoutes(of: policy)
      for (route, name) in zip(matchedRoutes, PushMatching.names(of: matchedRoutes)) {
        writer.block("if push.\(name)") { call(after: "return ", to: route, to: &$0) }
      }
      if let rest = routes.first(where: \.members.isEmpty) {
        call(after: matchedRoutes.isEmpty ? "" : "return ", to: rest, to: &writer)
      } else {
        BackgroundHandler.callOtherPush(to: &writer)
      }
    }
  }

  /// Writes the properties that identify pushes by their payloads. Does nothing if no push has members that
  /// identify it.
  static func writeMatching(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    let routes = matchedRoutes(of: policy)
    guard !routes.isEmpty else { return }
    writer.line()
    PushMatching.write(routes, in: context, to: &writer)
  }

  private static func matchedRoutes(of policy: Policy) -> [PushRoute] {
    policy.pushRoutes.filter { !$0.members.isEmpty }
  }

  private static func call(after left: String, to route: PushRoute, to writer: inout CodeWriter) {
    writer.call(
      after: "\(left)try await handler.", to: BackgroundHandler.pushName(route.push), arguments: ["push"])
  }
}

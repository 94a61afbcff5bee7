internal import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushNotToldApart = Rule(
    "BGP410", "push-not-told-apart", .pushes, .warning, .defined,
    summary: "A push that nothing tells from the policy's others",
    why: """
      The app gets all of its pushes in one place, and can only look at their payloads. Of several pushes each needs \
      members of its own: match names them, or the payloads have values that differ.
      """,
    citations: [.policyLanguage],
    triggers: [
      """
      pushes:
        changes: { match: { kind: changes }, payload: { aps: { content-available: 1 } } }
        «config»: { payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        changes: { match: { kind: sync }, payload: { aps: { content-available: 1 } } }
        «config»: { match: { kind: sync }, payload: { aps: { content-available: 1 } } }
      """,
    ],
    passes: [
      """
      pushes:
        changes: { match: { kind: sync }, payload: { aps: { content-available: 1 } } }
        config: { match: { kind: config }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 }, kind: changes } }
        config: { payload: { aps: { content-available: 1 }, kind: config } }
      """,
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 } } }
      """,
    ],
    check: .policy { policy, context in
      guard policy.pushes.count > 1 else { return [] }
      let routes = policy.pushRoutes
      return routes.indices.compactMap { index -> Diagnostic? in
        let route = routes[index]
        let same = routes[..<index].first { Set($0.members) == Set(route.members) }
        guard same != nil || route.members.isEmpty else { return nil }
        let name = route.push.name
        return context.diagnostic(
          at: .key(name.node),
          same.map {
            "Nothing tells the push \(name.value) from \($0.push.name.value): its handler is never called"
          }
            ?? "Nothing tells the push \(name.value) from others: its handler gets every push that is none of them",
          help: "add match with members of its payload, such as match: { kind: \(name.value) }",
          related: same.map { [(.key($0.push.name.node), "the other one")] } ?? [])
      }
    }
  )
}

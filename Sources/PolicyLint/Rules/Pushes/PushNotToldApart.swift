internal import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushNotToldApart = Rule(
    "BGP410", "push-not-told-apart", .pushes, .warning, .defined,
    summary: "A push that can't be distinguished from another of the policy",
    why: """
      The app receives all pushes in one method, and can distinguish them only by their payloads. Each of \
      several pushes needs members of its own: `match` names them, or the payloads have values that differ.
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
        «config»: { match: { kind: ‹sync→config› }, payload: { aps: { content-available: 1 } } }
      """,
    ],
    passes: [
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 }, kind: changes } }
        config: { payload: { aps: { content-available: 1 }, kind: config } }
      """,
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 } } }
      """,
      // PushKit receives the call push, so the app delegate does not have to distinguish it.
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 } } }
        call: { headers: { apns-push-type: voip }, payload: { caller: 7 } }
      """,
      // The system shows the alert by itself, and does not pass it to the app in the background.
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 } } }
        news: { headers: { apns-push-type: alert }, payload: { aps: { alert: News } } }
      """,
    ],
    check: .policy { policy, context in
      guard policy.pushes.count > 1 else { return [] }
      let routes = policy.pushRoutes
      guard routes.count > 1 else { return [] }
      var firsts: [Set<JSONMember>: PushRoute] = [:]
      return routes.compactMap { route -> Diagnostic? in
        let members = Set(route.members)
        let same = firsts[members]
        if same == nil { firsts[members] = route }
        guard same != nil || route.members.isEmpty else { return nil }
        let name = route.push.name
        return context.diagnostic(
          at: .key(name.node),
          same.map {
            "The push \(name.value) can't be distinguished from \($0.push.name.value): its handler is never called"
          } ?? "The handler of the push \(name.value) gets every push that matches no other",
          help: "add match with members of its payload, such as match: { kind: \(name.value) }",
          related: same.map { [(.key($0.push.name.node), "the other push")] } ?? [],
          fixes: [
            context.set(
              "match", at: route.push.match?.node, to: "{ kind: \(YAMLText.scalar(name.value)) }",
              in: name.node,
              safety: .displayOnly(because: "guesses a member of the payload"))
          ],
          // The policy's other pushes can be distinguished. This push may be meant as the fallback for all other pushes.
          severity: same == nil ? .info : nil)
      }
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionContainerNotEntitled = Rule(
    "BGP147", "session-container-not-entitled", .sessions, .error,
    summary: "A shared container that is not an app group of the target",
    why: """
      A process can use only the containers of the app groups in its entitlements. With any other container, \
      the session is invalid from the start.
      """,
    guide: RuleGuide(
      symptom: """
        The session is invalid from the start, with URLError.backgroundSessionRequiresSharedContainer \
        (-995).
        """,
      related: ["session-container-prefix"]),
    citations: [.applicationGroups, .urlErrorReference],
    triggers: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share, appGroups: [group.com.example.share] } }
      sessions:
        upload:
          target: share
          identifier: com.example.share.upload
          sharedContainerIdentifier: «group.com.example»
          timeoutIntervalForResource: 1d
      """
    ],
    passes: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share, appGroups: [group.com.example] } }
      sessions:
        upload:
          target: share
          identifier: com.example.share.upload
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
      """,
      // Another rule reports build settings without a value.
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share, appGroups: [group.$(STEM)] } }
      sessions:
        upload: { target: share, identifier: com.example.share.upload, sharedContainerIdentifier: group.com.example, timeoutIntervalForResource: 1d }
        download: { target: share, identifier: com.example.share.download, sharedContainerIdentifier: $(GROUP), timeoutIntervalForResource: 1d }
      """,
    ],
    check: .sessions { session, policy, context in
      guard let container = session.sharedContainerIdentifier, let name = container.value, !name.isEmpty,
        let groups = policy.appGroups(of: session), !groups.value.contains(where: { $0.value == name }),
        !name.isUnresolved, !groups.value.contains(where: { $0.value.mayBecome(name) })
      else { return nil }
      return context.diagnostic(
        at: .value(container.node), "The app groups of \(session.target.value) do not have \(name)",
        help: "write one of them, or add it to appGroups and to the entitlement",
        related: [(.key(groups.node), "its app groups")],
        fixes: [
          context.append(
            policy.written(Located(name, at: container.node)), to: groups.node, "Add it to appGroups",
            safety: .changesEntitlements)
        ])
    }
  )
}

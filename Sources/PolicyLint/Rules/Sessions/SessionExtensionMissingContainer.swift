internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionExtensionMissingContainer = Rule(
    "BGP145", "session-extension-missing-container", .sessions, .error,
    summary: "A background session of an extension without a shared container",
    why: """
      An extension ends before its transfers do, so its background session uses a container that it shares \
      with the app. Without one, the session is invalid from the start.
      """,
    guide: RuleGuide(
      symptom: """
        The session is invalid from the start, with URLError.backgroundSessionRequiresSharedContainer \
        (-995).
        """,
      swift: "configuration.sharedContainerIdentifier = \"group.com.example\""),
    citations: [.urlSessionHeader, .extensionTransfers],
    triggers: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        «upload»: { target: share, identifier: com.example.share.upload, timeoutIntervalForResource: 1d }
      """,
      """
      targets: { share: { type: widget, bundleIdentifier: com.example.widget } }
      sessions:
        feed:
          target: share
          identifier: com.example.widget.feed
          timeoutIntervalForResource: 1d
          sharedContainerIdentifier: «null»
      """,
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share, appGroups: [group.com.example] } }
      sessions:
        «upload»: { target: share, identifier: com.example.share.upload, timeoutIntervalForResource: 1d }
        download:
          target: share
          identifier: com.example.share.download
          timeoutIntervalForResource: 1d
          sharedContainerIdentifier: «null»
      """,
    ],
    passes: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        upload:
          target: share
          identifier: com.example.share.upload
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard session.target.value != Policy.Target.app, let target = policy.target(of: session),
        let type = target.type?.value, type != .watchApp, !session.hasContainer
      else { return nil }
      // If the target has a single group, that group was probably meant.
      let group = target.appGroups.flatMap { $0.value.count == 1 ? $0.value.first?.value : nil }
      let node = session.sharedContainerIdentifier?.node
      return context.diagnostic(
        at: node.map { .value($0) } ?? .key(session.name.node),
        "\(session.name.value) of the \(type.rawValue) \(target.name.value) has no sharedContainerIdentifier",
        help: "set it to an app group of both the app and \(target.name.value)",
        related: [(.key(target.name.node), "the target")],
        fixes: [
          group.map { group in
            node.map {
              context.replace(
                $0, withPlain: YAMLText.scalar(group), "Set it to \(group)", safety: .changesSwift)
            }
              ?? context.insert(
                "sharedContainerIdentifier", text: group, into: session.name.node, "Set it to \(group)",
                safety: .changesSwift)
          }
        ])
    }
  )
}

extension Policy.Session {
  /// Whether the session names a container, even if the name can't be read.
  fileprivate var hasContainer: Bool {
    guard let container = sharedContainerIdentifier else { return hasKey("sharedContainerIdentifier") }
    return container.value?.isEmpty == false
  }
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let targetBundlePrefix = Rule(
    "BGP025", "target-bundle-prefix", .shape, .warning, .reported,
    summary: "A target whose bundle identifier does not begin with the app's",
    why: """
      The bundle identifier of an extension or a watch app begins with that of the app that contains it, followed by a \
      period, in each build configuration.
      """,
    guide: RuleGuide(
      symptom: """
        Xcode reports “Embedded binary's bundle identifier is not prefixed with the parent app's bundle identifier” (seen in 2017), or a \
        device refuses to install the app (seen in 2016).
        """,
      seenIn: [.illegalExtensionReport],
      ignoreWhen: "The target belongs to another app.",
      related: ["bundle-identifier-malformed", "configuration-indistinguishable"]),
    citations: [.embeddedBinaryReport],
    triggers: [
      """
      targets:
        share: { type: extension, bundleIdentifier: «org.other.share→com.example.share» }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example.app, configurations: { Debug: { bundleIdentifier: com.example.app.dev } } }
        targets:
          share: { type: extension, bundleIdentifier: «com.example.app.share» }

        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example.app, configurations: { Debug: { bundleIdentifier: com.example.app.dev } } }
        targets:
          share:
            type: extension
            bundleIdentifier: com.example.app.share
            configurations: { Debug: { bundleIdentifier: com.example.app.dev.share } }

        """),
      """
      targets:
        share: { type: extension, bundleIdentifier: $(PREFIX).share }
      """,
    ],
    check: .policy { policy, context in
      guard let app = policy.app?.value.bundleIdentifier, !app.value.isUnresolved else { return [] }
      return policy.targets.compactMap { target in
        guard let identifier = target.bundleIdentifier, !identifier.value.isUnresolved,
          !identifier.value.hasPrefix(app.value + ".")
        else { return nil }
        return context.diagnostic(
          at: .value(identifier.node),
          "The bundle identifier \(identifier.value) does not begin with the app's, \(app.value)",
          help:
            "begin it with \(app.value). in this configuration, for example \(app.value).\(target.name.value)",
          related: [(.value(app.node), "the app's bundle identifier")])
      }
    }
  )
}

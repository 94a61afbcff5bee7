internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let configurationIndistinguishable = Rule(
    "BGP024", "configuration-indistinguishable", .error, .defined,
    summary: "Configurations that differ in a value of the code, but not in their bundle identifier",
    why: """
      Build settings don't reach Swift. The generated code finds its configuration by the bundle identifier of the \
      process; of two configurations with the same one, it would use the values of either.
      """,
    citations: [.policyLanguage],
    triggers: [
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example
          buildSettings: { SUFFIX: { Debug: «.dev», Release: "" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh$(SUFFIX), reschedule: true }

        """),
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example$(SUFFIX)
          buildSettings: { SUFFIX: { Debug: «.dev», Release: "" } }
        targets: { share: { type: extension, bundleIdentifier: com.example.share } }
        sessions:
          share:
            target: share
            identifier: com.example.share.upload
            sharedContainerIdentifier: group.com.example$(SUFFIX)
            timeoutIntervalForResource: 1d

        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example$(SUFFIX)
          buildSettings: { SUFFIX: { Debug: .dev, Release: "" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh$(SUFFIX), reschedule: true }

        """)
    ],
    check: .policy { policy, context in
      // The same for every variant, and only for those.
      guard !policy.variants.isEmpty else { return [] }
      var diagnostics: [Diagnostic] = []
      var nodes: [PolicyNode] = []
      for clash in policy.indistinguishableTexts where !nodes.contains(clash.setting.node) {
        nodes.append(clash.setting.node)
        let owner = clash.process == Target.app ? "the app" : clash.process
        let identifier =
          clash.bundleIdentifier.map { "the bundle identifier \($0)" } ?? "no bundle identifier"
        diagnostics.append(
          context.diagnostic(
            at: .value(clash.setting.node),
            "The code of \(owner) can't tell \(clash.configurations.0) from \(clash.configurations.1): it has \(identifier) in both",
            help: "give \(owner) a bundle identifier of its own in each, or use one value in both",
            related: [(.value(clash.text), "a value that differs between them")]))
      }
      return diagnostics
    }
  )
}

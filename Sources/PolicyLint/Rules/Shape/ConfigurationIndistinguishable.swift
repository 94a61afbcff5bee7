internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let configurationIndistinguishable = Rule(
    "BGP024", "configuration-indistinguishable", .shape, .error, .defined,
    summary: "Configurations with different values in Swift, but the same bundle identifier",
    why: """
      Swift can't read build settings. The generated code recognizes its configuration by the bundle \
      identifier of the process; if two configurations share one, it can use the values of the wrong one.
      """,
    guide: RuleGuide(
      related: ["build-setting-cycle"]),
    citations: [.policyLanguage],
    triggers: [
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example‹→$(SUFFIX)›
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
    check: .policy { policy, context in
      // The check is the same for every variant, and needs at least one variant.
      guard !policy.variants.isEmpty else { return [] }
      var diagnostics: [Diagnostic] = []
      var nodes: [PolicyNode] = []
      for clash in policy.indistinguishableTexts where !nodes.contains(clash.setting.node) {
        nodes.append(clash.setting.node)
        let owner = clash.process == Policy.Target.app ? "the app" : clash.process
        let identifier =
          clash.bundleIdentifier.map { "the bundle identifier \($0)" } ?? "no bundle identifier"
        diagnostics.append(
          context.diagnostic(
            at: .value(clash.setting.node),
            "The code of \(owner) can't distinguish \(clash.configurations.0) from \(clash.configurations.1): it has \(identifier) in both",
            help:
              "give \(owner) a different bundle identifier in each configuration, or use one value in both",
            related: [(.value(clash.text), "a value that differs between them")]))
      }
      return diagnostics
    }
  )
}

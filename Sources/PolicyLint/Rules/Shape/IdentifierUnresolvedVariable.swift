internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let identifierUnresolvedVariable = Rule(
    "BGP018", .identifierUnresolvedVariable, .shape, .error,
    summary: "A reference to a build setting whose value the policy does not have",
    why: """
      Xcode substitutes build settings in property lists, but not in Swift. An identifier that differs \
      between the two is never permitted.
      """,
    guide: RuleGuide(
      symptom: """
        For a task, register(forTaskWithIdentifier:using:launchHandler:) returns false, and submitting its \
        request fails with notPermitted.
        """,
      related: [
        "configuration-indistinguishable", "build-setting-cycle", "plist-variable-unresolved",
        "bg-identifier-not-permitted",
      ]),
    citations: [.wildApps],
    triggers: [
      """
      sessions:
        library: { identifier: «$(APPLICATION_IDENTIFIER).library», timeoutIntervalForResource: 1d }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: «$(PRODUCT_BUNDLE_IDENTIFIER)» }

        """),
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example
          buildSettings: { SUFFIX: { Debug: .dev, Release: "" }, GROUP: { Debug: group.dev } }
          appGroups: [group.com.example$(SUFFIX), «$(GROUP)»]

        """),
      """
      targets: { share: { type: extension } }
      sessions:
        share:
          target: share
          identifier: «${PRODUCT_BUNDLE_IDENTIFIER}.upload»
          sharedContainerIdentifier: group.com.example
          timeoutIntervalForResource: 1d
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).library, timeoutIntervalForResource: 1d }
      """,
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example$(SUFFIX)
          buildSettings: { SUFFIX: { Debug: .dev, Release: "" } }
          appGroups: [group.$(CFBundleIdentifier)]

        """),
    ],
    check: .buildSettings
  )
}

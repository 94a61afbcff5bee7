internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let buildSettingCycle = Rule(
    "BGP022", .buildSettingCycle, .shape, .error, .defined,
    summary: "A build setting that refers back to itself",
    why: "A build setting whose value leads back to itself has no value to substitute.",
    citations: [.policyLanguage],
    triggers: [
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example
          buildSettings: { PREFIX: «$(GROUP).a», GROUP: group.$(PREFIX) }

        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app:
          name: Example
          bundleIdentifier: com.example
          buildSettings: { PREFIX: com.example, GROUP: group.$(PREFIX) }
          appGroups: [$(GROUP)]

        """)
    ],
    check: .buildSettings
  )
}

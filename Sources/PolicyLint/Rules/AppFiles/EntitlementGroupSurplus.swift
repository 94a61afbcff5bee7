internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let entitlementGroupSurplus = Rule(
    "BGP607", "entitlement-group-surplus", .appFiles, .error, .defined,
    summary: "An app group in the entitlements that the policy does not list",
    why: """
      The policy lists the app groups whose containers a process shares. Files in the container of another \
      group are shared as well.
      """,
    citations: [.policyLanguage],
    triggers: [
      .withPropertyList(
        """
        app:
          name: Example
          bundleIdentifier: com.example
          entitlements: App/Example.entitlements
          appGroups: [group.com.example]
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.security.application-groups</key>
          <array>
            <string>group.com.example</string>
            <string>«group.com.example.old»</string>
          </array>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements, appGroups: [] }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.security.application-groups</key>
          <array>
            <string>«group.com.example»</string>
          </array>
        </dict>
        """),
    ],
    // A policy without a list of groups declares nothing about app groups.
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.security.application-groups</key>
          <array>
            <string>group.com.example</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      let listed = file.processes.lazy.compactMap { policy.appGroups(ofTarget: $0) }.first
      return file.surplus(
        of: PlatformFacts.applicationGroupsEntitlement.value, message: "The entitlements have the app group",
        help: "remove it, or add it to appGroups of the policy",
        list: listed.map { (.key($0.node), "the app groups of the policy") }, in: context)
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let entitlementGroupSurplus = Rule(
    "BGP607", "entitlement-group-surplus", .error, .defined,
    summary: "An app group in the process's entitlements that the policy does not know",
    why: """
      The policy says in which app groups a process shares its containers. The files of a group that it does not know \
      are shared all the same.
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
        """)
    ],
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
      let key = PlatformFacts.applicationGroupsEntitlement.value
      // A policy without app groups says nothing about them.
      return file.surplusItems(of: key).map { item in
        file.diagnostic(
          at: .item(key, item.index), path: [key, item.text],
          "The entitlements have the app group \(item.shown), and the policy does not",
          help: "remove it, or add it to appGroups of the policy", related: [file.naming], context)
      }
    }
  )
}

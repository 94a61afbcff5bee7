internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let entitlementGroupMissing = Rule(
    "BGP606", "entitlement-group-missing", .appFiles, .error,
    summary: "An app group that the entitlements of the process lack",
    why: """
      A process can use only the containers of the app groups in its entitlements. With any other container, \
      a session is invalid from the start.
      """,
    guide: RuleGuide(
      symptom: """
        The session is invalid from the start, with URLError.backgroundSessionRequiresSharedContainer \
        (-995).
        """,
      related: [
        "session-container-not-entitled", "session-extension-missing-container", "entitlement-group-surplus",
      ]),
    citations: [.applicationGroups, .urlErrorReference],
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
          <key>«com.apple.security.application-groups»</key>
          <array/>
        </dict>
        """)
    ],
    passes: [
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
            <string>group.$(PRODUCT_BUNDLE_IDENTIFIER)</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      file.missing(
        from: PlatformFacts.applicationGroupsEntitlement.value,
        message: "The entitlements do not have the app group",
        because: "the policy needs it here", in: context)
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathEntitlement = Rule(
    "BGP608", "session-multipath-entitlement", .appFiles, .error,
    summary: "A multipathServiceType in an app without the entitlement",
    why: "Without the entitlement, every connection of the session fails.",
    guide: RuleGuide(
      symptom: "Every connection attempt fails.",
      related: ["session-multipath-platform"]),
    citations: [.urlSessionHeader, .bundleResources],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          chat: { type: default, multipathServiceType: handover }
        """, in: "App/Example.entitlements",
        """
        «<dict>»
          <key>aps-environment</key>
          <string>development</string>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          chat: { type: default, multipathServiceType: handover }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.networking.multipath</key>
          <true/>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      let diagnostic = RequiredEntitlement.diagnostic(
        for: PlatformFacts.multipathEntitlement.value, in: file, clause: "which multipathServiceType needs",
        because: "the session uses several paths", in: context)
      return diagnostic.map { [$0] } ?? []
    }
  )
}

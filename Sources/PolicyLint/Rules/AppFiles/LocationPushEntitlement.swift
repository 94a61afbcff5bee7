internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let locationPushEntitlement = Rule(
    "BGP620", "location-push-entitlement", .appFiles, .error,
    summary: "A location push service extension in an app without the entitlement for location pushes",
    why: """
      The app can't register for pushes of the type location, so the extension is never launched. Apple grants the \
      entitlement on request.
      """,
    guide: RuleGuide(
      symptom: """
        Registration fails: startMonitoringLocationPushes(completion:) passes \
        CLLocationPushServiceError.missingEntitlement to its completion handler.
        """,
      related: ["push-aps-environment"]),
    citations: [.locationPushEntitlement, .locationPushes, .locationPushErrors],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        targets: { find: { type: extension, bundleIdentifier: com.example.find } }
        otherWork:
          find: { kind: locationPush }
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
        targets: { find: { type: extension, bundleIdentifier: com.example.find } }
        otherWork:
          find: { kind: locationPush }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>aps-environment</key>
          <string>development</string>
          <key>com.apple.developer.location.push</key>
          <true/>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        pushes:
          sync: { perDay: 4 }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>aps-environment</key>
          <string>development</string>
        </dict>
        """),
    ],
    check: .appFiles { file, _, context in
      let diagnostic = RequiredEntitlement.diagnostic(
        for: PlatformFacts.locationPushEntitlement.value, in: file,
        clause: "which location pushes need", because: "the extension is declared here", in: context)
      return diagnostic.map { [$0] } ?? []
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let healthDeliveryEntitlement = Rule(
    "BGP621", "health-delivery-entitlement", .appFiles, .error,
    summary: "HealthKit's background delivery in an app without the entitlement for it",
    why:
      "On iOS 15, watchOS 8 and later, HealthKit enables background delivery only for apps with the entitlement.",
    guide: RuleGuide(
      symptom: """
        The call of enableBackgroundDelivery(for:frequency:withCompletion:) fails with HKError.Code.errorAuthorizationDenied, “Missing \
        com.apple.developer.healthkit.background-delivery entitlement”.
        """,
      related: ["health-update-not-completed"]),
    citations: [.healthKitDelivery],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        otherWork:
          steps: { kind: healthKitDelivery }
        """, in: "App/Example.entitlements",
        """
        «<dict>»
          <key>com.apple.developer.healthkit</key>
          <true/>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        otherWork:
          steps: { kind: healthKitDelivery }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.healthkit</key>
          <true/>
          <key>com.apple.developer.healthkit.background-delivery</key>
          <true/>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      let diagnostic = RequiredEntitlement.diagnostic(
        for: PlatformFacts.healthKitDeliveryEntitlement.value, in: file,
        clause: "which HealthKit's background delivery needs", because: "the delivery is declared here",
        in: context)
      return diagnostic.map { [$0] } ?? []
    }
  )
}

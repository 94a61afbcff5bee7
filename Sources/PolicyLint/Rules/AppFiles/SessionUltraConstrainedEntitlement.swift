internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionUltraConstrainedEntitlement = Rule(
    "BGP616", "session-ultra-constrained-entitlement", .appFiles, .info,
    summary: "Ultra-constrained networks in an app without the entitlements for them",
    why: "Without the entitlements for carrier-constrained networks, the app may not work on all carriers.",
    guide: RuleGuide(
      related: ["session-ultra-constrained-availability", "session-ultra-constrained-large"]),
    citations: [.ultraConstrainedNetworks],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          chat: { type: default, allowsUltraConstrainedNetworkAccess: true }
        """, in: "App/Example.entitlements", "«<dict/>»")
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          chat: { type: default, allowsUltraConstrainedNetworkAccess: true }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.networking.carrier-constrained.app-optimized</key>
          <true/>
          <key>com.apple.developer.networking.carrier-constrained.appcategory</key>
          <array>
            <string>messaging-8001</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .entitlements else { return [] }
      let session = policy.sessions.first {
        file.processes.contains($0.target.value) && $0.allowsUltraConstrainedNetworkAccess?.value == true
      }
      let missing = PlatformFacts.carrierConstrainedEntitlements.value.filter { key in
        if case .success(nil) = file.value(of: key) { true } else { false }
      }
      guard let node = session?.allowsUltraConstrainedNetworkAccess?.node, let first = missing.first else {
        return []
      }
      return [
        file.diagnostic(
          at: .key(first), path: [first],
          message:
            "The entitlements do not have \(missing.joined(separator: " and ")), which some carriers ask for",
          help: "add them once the carrier lists the app's category",
          related: [(.value(node), "the session allows ultra-constrained networks")], in: context)
      ]
    }
  )
}

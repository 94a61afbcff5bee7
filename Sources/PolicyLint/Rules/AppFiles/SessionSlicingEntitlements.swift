internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionSlicingEntitlements = Rule(
    "BGP619", "session-slicing-entitlements", .appFiles, .info,
    summary: "One of the two entitlements for network slicing without the other",
    why: """
      networkServiceType selects a slice of a cellular network only if the app has both entitlements. With \
      one of them the session works, but without a slice. An app with neither asks for none.
      """,
    citations: [.bundleResources, .configurationReference],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          film: { type: default, networkServiceType: video }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>«com.apple.developer.networking.slicing.appcategory»</key>
          <array>
            <string>streaming-9001</string>
          </array>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          film: { type: default, networkServiceType: video }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.networking.slicing.appcategory</key>
          <array>
            <string>streaming-9001</string>
          </array>
          <key>com.apple.developer.networking.slicing.trafficcategory</key>
          <array>
            <string>video-2</string>
          </array>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        sessions:
          film: { type: default, networkServiceType: video }
        """, in: "App/Example.entitlements", "<dict/>"),
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .entitlements else { return [] }
      let types = policy.sessions.lazy.filter { file.processes.contains($0.target.value) }
        .compactMap(\.networkServiceType.written)
      let keys = PlatformFacts.slicingEntitlements.value
      let missing = keys.filter { key in if case .success(nil) = file.value(of: key) { true } else { false } }
      guard let type = types.first(where: { $0.value != .default }), missing.count == 1,
        let present = keys.first(where: { $0 != missing[0] })
      else { return [] }
      return [
        file.diagnostic(
          at: .key(present), path: [present],
          message: "The entitlements have \(present) but not \(missing[0]); network slicing needs both",
          help: "add \(missing[0]) with the categories of the app's traffic, or remove \(present)",
          related: [(.value(type.node), "the session asks for a slice")], in: context)
      ]
    }
  )
}

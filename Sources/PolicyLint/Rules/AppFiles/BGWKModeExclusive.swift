internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let bgWKModeExclusive = Rule(
    "BGP617", "bg-wk-mode-exclusive", .appFiles, .error,
    summary: "Two of self-care, mindfulness, physical-therapy and alarm in one watch app",
    why: "WKBackgroundModes may contain only one of the four.",
    guide: RuleGuide(
      related: ["bg-mode-unknown"]),
    citations: [.bundleResources],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example }
        targets:
          watch: { type: watchApp, bundleIdentifier: com.example.watch, infoPlist: Watch/Info.plist }
        """, in: "Watch/Info.plist",
        """
        <dict>
          <key>WKBackgroundModes</key>
          <array>
            <string>alarm</string>
            <string>workout-processing</string>
            <string>«mindfulness»</string>
          </array>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example }
        targets:
          watch: { type: watchApp, bundleIdentifier: com.example.watch, infoPlist: Watch/Info.plist }
        """, in: "Watch/Info.plist",
        """
        <dict>
          <key>WKBackgroundModes</key>
          <array>
            <string>alarm</string>
            <string>workout-processing</string>
          </array>
        </dict>
        """),
      // The app for iOS ignores the key.
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, infoPlist: App/Info.plist }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>WKBackgroundModes</key>
          <array>
            <string>alarm</string>
            <string>mindfulness</string>
          </array>
        </dict>
        """),
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .infoPlist, file.processes.contains(where: policy.isForWatch(process:)) else {
        return []
      }
      let key = "WKBackgroundModes"
      let exclusive = (file.items(of: key) ?? []).filter { item in
        PlatformFacts.exclusiveWatchModes.value.contains { $0.isExactly(item.written) }
      }
      guard let first = exclusive.first else { return [] }
      return exclusive.dropFirst().filter { !$0.written.isExactly(first.written) }.map { item in
        file.diagnostic(
          at: .item(item), path: [key, item.written],
          message: "A watch app can't have both \(first.written) and \(item.written) in WKBackgroundModes",
          help: "keep one of them", related: [file.naming], in: context)
      }
    }
  )
}

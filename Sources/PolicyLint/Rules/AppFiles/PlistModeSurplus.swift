internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let plistModeSurplus = Rule(
    "BGP605", "plist-mode-surplus", .appFiles, .error, .defined,
    summary: "A background mode in the app's Info.plist that the policy does not list",
    why: """
      The policy lists the app's background modes. App Review rejects modes that an app does not use (2.5.4), \
      and no rule checks the work of a mode that the policy does not list.
      """,
    guide: RuleGuide(
      symptom: "App Review may reject the app under guideline 2.5.4.",
      related: ["bg-mode-fetch-unused", "bg-mode-processing-unused", "bg-mode-remote-notification-unused"]),
    citations: [.policyLanguage],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>BGTaskSchedulerPermittedIdentifiers</key>
          <array>
            <string>com.example.refresh</string>
          </array>
          <key>UIBackgroundModes</key>
          <array>
            <string>fetch</string>
            <string>«processing»</string>
          </array>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        backgroundModes: [{ mode: location, owner: sdk }]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>UIBackgroundModes</key>
          <array>
            <string>location</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      file.surplus(
        of: PlatformFacts.InfoPlistKey.backgroundModes, message: "Info.plist declares the background mode",
        help:
          "remove it, or add it to backgroundModes of the policy, with `owner: sdk` if a dependency needs it",
        list: policy.backgroundModes.map { (.key($0.node), "the background modes of the policy") },
        in: context)
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let plistModeMissing = Rule(
    "BGP604", "plist-mode-missing", .appFiles, .error,
    summary: "A background mode that the app's Info.plist does not declare",
    why: """
      The system reads UIBackgroundModes from the Info.plist. Without fetch or processing, submitting a task \
      fails with notPermitted, and without remote-notification no background push launches the app.
      """,
    guide: RuleGuide(
      symptom: """
        BGTaskScheduler.submit(_:) throws BGTaskScheduler.Error.notPermitted. Without remote-notification, \
        the push does not wake the app, and UIKit logs “You've implemented …, but you still need to add \
        "remote-notification" to the list of your supported UIBackgroundModes in your Info.plist” (seen in \
        2019).
        """,
      seenIn: [.undeclaredModeLog],
      related: [
        "bg-refresh-mode-missing", "bg-processing-mode-missing", "push-mode-missing", "plist-mode-surplus",
      ]),
    citations: [.taskHeader, .taskSchedulerHeader, .executionModes],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        backgroundModes: [fetch, { mode: audio, because: plays podcasts }]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>«UIBackgroundModes»</key>
          <array>
            <string>audio</string>
          </array>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        backgroundModes: [fetch, { mode: audio, because: plays podcasts }]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>UIBackgroundModes</key>
          <array>
            <string>audio</string>
            <string>fetch</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      file.missing(
        from: PlatformFacts.InfoPlistKey.backgroundModes,
        message: "Info.plist does not declare the background mode",
        because: "the policy needs it here",
        in: context)
    }
  )
}

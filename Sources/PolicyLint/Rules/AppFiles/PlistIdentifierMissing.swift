internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let plistIdentifierMissing = Rule(
    "BGP602", "plist-identifier-missing", .appFiles, .error,
    summary: "A task identifier that the app's Info.plist does not permit",
    why: """
      The system runs a task only if BGTaskSchedulerPermittedIdentifiers in the Info.plist lists its \
      identifier: submitting any other fails with notPermitted.
      """,
    guide: RuleGuide(
      symptom: """
        BGTaskScheduler's register(forTaskWithIdentifier:using:launchHandler:) returns false, its submit(_:) \
        throws BGTaskScheduler.Error.notPermitted, and the task never runs. The log contains “Registration \
        rejected; com.example.refresh is not advertised in the application's Info.plist” (seen in 2025).
        """,
      seenIn: [.rejectedRegistration],
      related: ["bg-identifier-not-permitted", "plist-identifier-surplus"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        permittedIdentifiers: [com.example.refresh‹, com.example.cleanup→›]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>«BGTaskSchedulerPermittedIdentifiers»</key>
          <array>
            <string>‹com.example→$(PRODUCT_BUNDLE_IDENTIFIER)›.refresh</string>
          </array>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """, in: "App/Info.plist",
        """
        «<dict>»
          <key>UIBackgroundModes</key>
          <array>
            <string>fetch</string>
          </array>
        </dict>
        """),
    ],
    check: .appFiles { file, policy, context in
      file.missing(
        from: PlatformFacts.InfoPlistKey.permittedIdentifiers,
        message: "Info.plist does not permit the identifier",
        because: "the policy permits it here", in: context,
        isCovered: PermittedIdentifiers.isCovered(in: policy))
    }
  )
}

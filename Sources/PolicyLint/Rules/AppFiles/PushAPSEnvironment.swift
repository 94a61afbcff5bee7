internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushAPSEnvironment = Rule(
    "BGP611", "push-aps-environment", .appFiles, .error,
    summary: "Pushes in an app without the entitlement for them",
    why: "The app can't register with APNs, so no push reaches it.",
    guide: RuleGuide(
      symptom: """
        Registration fails, and the app delegate's \
        application(_:didFailToRegisterForRemoteNotificationsWithError:) is called.
        """,
      related: ["push-mode-missing"]),
    citations: [.pushEnvironment, .macPushEnvironment],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        pushes:
          sync: { perDay: 4 }
        """, in: "App/Example.entitlements", "«<dict/>»")
    ],
    passes: [
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
        """)
    ],
    check: .appFiles { file, _, context in
      let keys = [PlatformFacts.pushEntitlement.value, PlatformFacts.macPushEntitlement.value]
      let needed = keys.filter { file.entry($0) != nil }
      let diagnostics = needed.compactMap { key in
        RequiredEntitlement.diagnostic(
          for: key, in: file, clause: "which pushes need", because: "the push is declared here", in: context)
      }
      // An app for several systems may have a separate file for each system, with only the key of the system. So a file needs only one of
      // the keys.
      return diagnostics.count == needed.count ? Array(diagnostics.prefix(1)) : []
    }
  )
}

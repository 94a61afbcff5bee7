internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgHealthEntitlement = Rule(
    "BGP610", "bg-health-entitlement", .appFiles, .error,
    summary: "A health research task in an app without the entitlement",
    why: "The task type requires an entitlement and the person's consent.",
    guide: RuleGuide(
      related: ["bg-health-availability"]),
    citations: [.taskHeader],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        tasks:
          study: { type: healthResearch, identifier: com.example.study, reschedule: true }
        """, in: "App/Example.entitlements", "«<dict/>»")
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        tasks:
          study: { type: healthResearch, identifier: com.example.study, reschedule: true }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.backgroundtasks.healthresearch</key>
          <true/>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      let diagnostic = RequiredEntitlement.diagnostic(
        for: PlatformFacts.healthResearchEntitlement.value, in: file,
        clause: "which health research tasks need",
        because: "the task is declared here", in: context)
      return diagnostic.map { [$0] } ?? []
    }
  )
}

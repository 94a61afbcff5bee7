internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedGPUEntitlement = Rule(
    "BGP609", "bg-continued-gpu-entitlement", .appFiles, .error,
    summary: "A continued processing task that requires the GPU in an app without the entitlement",
    why: "The system rejects the request.",
    guide: RuleGuide(
      symptom: "Submitting the request fails: the system rejects it.",
      swift: """
        if BGTaskScheduler.supportedResources.contains(.gpu) {
          request.requiredResources = .gpu
        }
        """,
      related: ["bg-continued-gpu-unchecked"]),
    citations: [.taskRequestHeader, .longRunningTasks],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        tasks:
          export:
            type: continuedProcessing
            identifier: com.example.export.*
            title: Exporting
            subtitle: Your film
            trigger: userAction
            requiredResources: [gpu]
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.background-tasks.continued-processing.gpu</key>
          «<false/>→<true/>»
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      let diagnostic = RequiredEntitlement.diagnostic(
        for: PlatformFacts.continuedProcessingGPUEntitlement.value, in: file,
        clause: "which requiredResources: [gpu] needs",
        because: "the task requires the GPU", in: context)
      return diagnostic.map { [$0] } ?? []
    }
  )
}

internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedGPUUnchecked = Rule(
    "BGP719", "bg-continued-gpu-unchecked", .code, .warning,
    summary: "A request for the GPU on devices that don't offer it",
    why: """
      Not every device lets a background task use its GPU; BGTaskScheduler.supportedResources contains .gpu if it \
      does.
      """,
    guide: RuleGuide(
      symptom: "On such a device, submitting the request fails with BGTaskScheduler.Error.notPermitted.",
      ignoreWhen: "If submitting fails, the app submits the request again without the GPU.",
      swift: """
        if BGTaskScheduler.supportedResources.contains(.gpu) {
          request.requiredResources = .gpu
        }
        """),
    citations: [.longRunningTasks, .wwdc25Background, .taskSchedulerHeader],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func export() throws {
          let request = BGContinuedProcessingTaskRequest(
            identifier: "com.example.export.one", title: "Exporting", subtitle: "Photos")
          request.requiredResources = «.gpu»
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    passes: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func export() throws {
          let request = BGContinuedProcessingTaskRequest(
            identifier: "com.example.export.one", title: "Exporting", subtitle: "Photos")
          if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    check: .facts([.taskRequest]) { fact, code, policy, context in
      guard fact["checksResources"]?.bool == false, let value = fact["requiredResources"], code.isComplete
      else { return nil }
      let request = code.identifier(of: fact, in: policy).map { "The request for \($0)" } ?? "The request"
      return context.diagnostic(
        at: value.location, in: code,
        "\(request) requires the GPU, and nothing in the app asks whether the device offers it",
        help: "set it only if BGTaskScheduler.supportedResources contains .gpu",
        severity: code.severityOfAbsence)
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let otherWorkAvailability = Rule(
    "BGP654", "other-work-availability", .otherWork, .warning,
    summary: "Background work by an API that the app's oldest system lacks",
    why: """
      PhotoKit's background upload extension exists from iOS 26.1 on. On an older system nothing uploads, and no error says so.
      """,
    guide: RuleGuide(
      ignoreWhen: "On older systems, the app uploads in another way."),
    citations: [.photoUpload],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" }, sdk: "26.1" }
        targets: { backup: { type: extension, bundleIdentifier: com.example.backup } }
        otherWork:
          backup: { kind: «photoUpload» }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.1" }, sdk: "26.1" }
        targets: { backup: { type: extension, bundleIdentifier: com.example.backup } }
        otherWork:
          backup: { kind: photoUpload }
        """),
      """
      otherWork:
        route: { kind: location }
      """,
    ],
    check: .policy { policy, context in
      guard let target = policy.app?.value.deploymentTarget[.iOS],
        let kind = policy.otherWork(of: .photoUpload)?.kind,
        target.value < PlatformFacts.photoUploadExtension.value
      else { return [] }
      return [
        context.diagnostic(
          at: .value(kind.node),
          "PhotoKit's upload extension is available from iOS \(PlatformFacts.photoUploadExtension.value), and the app is for iOS \(target.value)",
          help: "upload in another way on older systems, or raise the deployment target",
          related: [(.value(target.node), "the deployment target")])
      ]
    }
  )
}

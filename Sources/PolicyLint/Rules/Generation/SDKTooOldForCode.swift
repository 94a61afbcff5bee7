internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sdkTooOldForCode = Rule(
    "BGP506", "sdk-too-old-for-code", .generation, .error,
    summary: "An SDK whose compiler can't take the generated code",
    why: """
      The generated code is written in Swift 6.1, which came with Xcode 16.3 and SDK 18.4. An older compiler does \
      not know nonisolated types, and before Swift 6 it does not know typed throws.
      """,
    guide: RuleGuide(
      symptom:
        "The compiler reports “'nonisolated' modifier cannot be applied to this declaration” in generated files.",
      ignoreWhen: "Only lint and estimate read the policy.",
      related: ["swiftui-task-availability"]),
    citations: [.xcodeVersions],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" }, sdk: «"18.0"» }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" }, sdk: "18.4" }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" } }
        """),
    ],
    check: .policy { policy, context in
      let oldest = PlatformFacts.generatedCodeSDK.value
      guard let sdk = policy.app?.value.sdk.written, sdk.value < oldest else { return [] }
      return [
        context.diagnostic(
          at: .value(sdk.node), "The compiler of SDK \(sdk.value) can't take the generated code",
          help:
            "build with Xcode 16.3 or later, and set app.sdk to \(oldest) or the version of that Xcode's SDK")
      ]
    }
  )
}

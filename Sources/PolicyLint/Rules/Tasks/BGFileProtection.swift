internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgFileProtection = Rule(
    "BGP235", "bg-file-protection", .tasks, .warning,
    summary: "A processing task that needs files that are protected while the device is locked",
    why: """
      Processing tasks mostly run while the device is locked. They can read only files with protection \
      completeUntilFirstUserAuthentication or less.
      """,
    guide: RuleGuide(
      symptom: """
        While the device is locked, opening a protected file fails with code 1 of NSPOSIXErrorDomain, \
        “Operation not permitted” (seen in 2020).
        """,
      seenIn: [.protectedFileReport],
      ignoreWhen: "The task handles files that it can't read, and tries them again at another launch.",
      swift: """
        try FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        """,
      related: ["entitlement-data-protection"]),
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        index: { type: processing, identifier: com.example.index, protectionTypeOfRequiredData: «complete» }
      """
    ],
    passes: [
      """
      tasks:
        index: { type: processing, identifier: com.example.index, protectionTypeOfRequiredData: completeUntilFirstUserAuthentication }
      """,
      // A health research request states which files it needs.
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" } }
        tasks:
          study: { type: healthResearch, identifier: com.example.study, protectionTypeOfRequiredData: complete }
        """),
    ],
    check: .tasks { task, _, context in
      guard task.type?.value == .processing, let protection = task.protectionTypeOfRequiredData,
        protection.value == .complete || protection.value == .completeUnlessOpen
      else { return nil }
      return context.diagnostic(
        at: .value(protection.node),
        "\(task.name.value) mostly runs while the device is locked, when \(protection.value.rawValue) files can't be read",
        help: "protect them with completeUntilFirstUserAuthentication",
        fixes: [
          context.replace(
            protection.node, withPlain: "completeUntilFirstUserAuthentication",
            "Set it to completeUntilFirstUserAuthentication", safety: .changesPolicyOnly)
        ])
    }
  )
}

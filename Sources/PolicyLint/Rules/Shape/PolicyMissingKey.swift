internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyMissingKey = Rule(
    "BGP015", .policyMissingKey, .shape, .error, .defined,
    summary: "A required key that is missing",
    why: "Without it, nothing can be generated and most rules can't be checked.",
    citations: [.policyLanguage],
    triggers: [
      .whole("«app»: { name: Example, bundleIdentifier: com.example } \n"),
      .whole("schema: 1\n«app»: { name: Example }\n"),
      .whole("«backgroundModes»: [audio] # music\n"),
      "tasks: { «refresh»: { type: appRefresh, reschedule: true } }",
    ],
    passes: [.whole("schema: 1\napp: { name: Example, bundleIdentifier: com.example }\n")]
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyWrongType = Rule(
    "BGP013", .policyWrongType, .error, .defined,
    summary: "A value of another type than its key takes",
    why:
      "The value has the wrong type. bgpolicy never converts types, so that a typo can't change the meaning.",
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsCellularAccess: «"no"» }
      """,
      "backgroundModes: «audio»",
      """
      backgroundTasks:
        saveState: { name: «7» }
      """,
    ],
    passes: ["backgroundModes: [audio]"]
  )
}

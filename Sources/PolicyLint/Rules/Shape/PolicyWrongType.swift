internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyWrongType = Rule(
    "BGP013", .policyWrongType, .shape, .error, .defined,
    summary: "A value of a type that its key does not accept",
    why: "bgpolicy never converts types, so that a typo can't change the meaning of a policy.",
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsCellularAccess: «"no"» }
      """,
      "backgroundModes: «audio→[audio]»",
      """
      backgroundTasks:
        saveState: { name: «7» }
      """,
    ]
  )
}

internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeIdentifierNotPermitted = Rule(
    "BGP776", "code-identifier-not-permitted", .code, .warning,
    summary: "A task whose identifier is made at run time, and begins as no permitted identifier does",
    why: """
      The scheduler takes only permitted identifiers. Those of continued processing tasks may end in a wildcard, which permits \
      every identifier that begins in the same way.
      """,
    guide: RuleGuide(
      symptom: """
        The call of submit(_:) fails with BGTaskScheduler.Error.Code.notPermitted, and register(forTaskWithIdentifier:using:launchHandler:) \
        returns false.
        """,
      related: ["bg-identifier-not-permitted", "bg-continued-static-id"]),
    citations: [.longRunningTasks, .taskRequestHeader],
    triggers: [
      .withApp(
        """
        permittedIdentifiers: [com.example.upload‹→.*›]
        """,
        """
        import BackgroundTasks

        public func upload(_ file: String) throws {
          try BGTaskScheduler.shared.submit(
            BGContinuedProcessingTaskRequest(
              identifier: «"com.example.upload.\\(file)"», title: "Uploading", subtitle: file))
        }
        """)
    ],
    check: .code { code, policy, context in
      let permitted = (policy.permittedIdentifiers?.value ?? []).map { $0.value.identifier?.value.text }
      // An identifier that can't be read may permit anything.
      guard !permitted.isEmpty, !permitted.contains(where: { $0?.contains("$(") ?? true }) else { return [] }
      let beginnings = (permitted + policy.tasks.map { $0.identifier?.value.text }).compactMap(\.self)
      var places: Set<FactLocation> = []
      return (code.facts(.taskRequest) + code.facts(.taskRegistration)).compactMap { fact in
        guard let identifier = fact["identifier"], let pattern = identifier.pattern,
          fact["dependency"] == nil,
          !code.isOnWatch(fact), let end = pattern.firstIndex(of: "{"), end > pattern.startIndex,
          !beginnings.contains(where: { permits($0, beginning: pattern[..<end]) }),
          places.insert(identifier.location).inserted
        else { return nil }
        return context.diagnostic(
          at: identifier.location, in: code,
          "No permitted identifier begins with \(pattern[..<end]), as this identifier does",
          help:
            "add \(pattern[..<end])* to BGTaskSchedulerPermittedIdentifiers for continued processing tasks, or the identifier itself"
        )
      }
    }
  )

  /// Whether a permitted identifier may be an identifier with a beginning, or may be a wildcard that permits
  /// such an identifier.
  private static func permits(_ permitted: String, beginning: Substring) -> Bool {
    guard permitted.hasSuffix("*") else { return permitted.hasPrefix(beginning) }
    let stem = permitted.dropLast()
    return stem.hasPrefix(beginning) || beginning.hasPrefix(stem)
  }
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskEarliestBeginForeground = Rule(
    "BGP301", "task-earliest-begin-foreground", .transfers, .warning, tags: .unnecessary,
    summary: "earliestBegin on a transfer whose session is not a background session",
    why: "URLSessionTask.earliestBeginDate has an effect only in background sessions.",
    guide: RuleGuide(
      symptom: "The transfer starts without the delay.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        let task = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
          .downloadTask(with: request)
        task.earliestBeginDate = Date(timeIntervalSinceNow: 3_600)
        task.resume()
        """,
      related: ["task-earliest-begin-past-timeout", "task-earliest-begin-exact-time"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default }
      transfers:
        status: { session: api, size: 1kB, «earliestBegin»: 1h }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, earliestBegin: 1h }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let earliest = transfer.earliestBegin, !session.isBackground else { return nil }
      return context.diagnostic(
        at: .key(earliest.node),
        "earliestBegin of \(transfer.name.value) has no effect: \(session.name.value) is not a background session",
        related: [(.key(session.name.node), "its session")],
        fixes: [context.remove(earliest.node, "Remove earliestBegin", safety: .safe)])
    }
  )
}

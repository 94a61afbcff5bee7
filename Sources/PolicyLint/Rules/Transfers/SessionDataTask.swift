internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDataTask = Rule(
    "BGP141", "session-data-task", .transfers, .warning,
    summary: "A data task in a background session",
    why: """
      A background session has upload and download tasks only. Apple's header says that data tasks are not \
      supported there; Apple's reference says that they fail with backgroundSessionWasDisconnected (-997) \
      when the app is suspended.
      """,
    guide: RuleGuide(
      symptom: """
        The task fails with URLError.backgroundSessionWasDisconnected (-997) when the app is suspended.
        """,
      ignoreWhen: "The app turns the task into a download when it receives the response.",
      swift: """
        let task = session.downloadTask(with: request)
        task.resume()
        """,
      related: [
        "session-stream-or-websocket-task", "session-upload-not-from-file", "session-completion-handler-task",
      ]),
    citations: [.urlSessionHeader, .urlErrorReference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        feed: { session: library, task: «data», size: 20kB }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        api: { type: default }
      transfers:
        feed: { session: library, task: download, size: 20kB }
        status: { session: api, task: data, size: 1kB }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let task = transfer.task, task.value == .data, session.isBackground else { return nil }
      let kind = transfer.direction.value == .upload ? "upload" : "download"
      return context.diagnostic(
        at: .value(task.node),
        "\(transfer.name.value) is a data task, which a background session does not support",
        help: "make it \(kind == "upload" ? "an upload" : "a download") task, or use a default session",
        related: [(.key(session.name.node), "the background session that carries it")],
        fixes: [
          context.replace(task.node, withPlain: kind, "Set task to \(kind)", safety: .changesPolicyOnly)
        ])
    }
  )
}

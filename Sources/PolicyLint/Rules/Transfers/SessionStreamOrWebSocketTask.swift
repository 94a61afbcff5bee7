internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionStreamOrWebSocketTask = Rule(
    "BGP142", "session-stream-or-websocket-task", .transfers, .error,
    summary: "A stream or a web socket in a background session",
    why: """
      A background session supports uploads and downloads over HTTP and HTTPS. Streams and web sockets need \
      the app to run.
      """,
    guide: RuleGuide(
      swift: """
        let session = URLSession(configuration: .default)
        let task = session.webSocketTask(with: url)
        task.resume()
        """),
    citations: [.urlSessionHeader, .downloadingInBackground],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        changes: { session: library, task: «webSocket», size: 20kB }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default }
      transfers:
        changes: { session: api, task: webSocket, size: 20kB }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let task = transfer.task, task.value == .stream || task.value == .webSocket, session.isBackground
      else {
        return nil
      }
      return context.diagnostic(
        at: .value(task.node),
        "\(transfer.name.value) is a \(task.value == .stream ? "stream" : "web socket"), which a background session does not support",
        help:
          "use a default session while the app runs, and a push to announce changes when it does not",
        related: [(.key(session.name.node), "the background session that carries it")])
    }
  )
}

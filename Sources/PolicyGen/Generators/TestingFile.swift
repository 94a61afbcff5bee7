internal import PolicyModel

/// The file with which the app's unit tests run its handler.
enum TestingFile {
  /// The file. `nil` unless the policy asks for the file and the app has background work.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let hasSessions = !policy.sessionsOfApp.isEmpty
    let tasks = GeneratedTask.all(of: policy, in: context).filter { $0.type != .continuedProcessing }
    guard context.isTestable, hasSessions || !tasks.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.line("#if DEBUG")
    writer.indented { writer in
      writer.documentation(
        "Runs the handler of \(context.name) in a unit test, as the system does in the app.",
        hasSessions
          ? "No transfer leaves the device: the test ends each as it likes. The sessions are those of `current`, so let tests that need it run one after the other."
          : "The test decides whether the time of a task is enough."
      )
      writer.type(
        "nonisolated \(context.access)struct \(context.name)BackgroundTesting", inheriting: "Sendable"
      ) { writer in
        writeStart(hasSessions: hasSessions, in: context, to: &writer)
        for task in tasks {
          writer.line()
          writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
        }
        if !tasks.isEmpty {
          writer.line()
          writer.text(run)
        }
        if hasSessions {
          writer.line()
          writer.text(transfers(in: context))
        }
      }
      if hasSessions {
        writer.line()
        writer.text(silence)
      }
    }
    writer.line("#endif")
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)BackgroundTesting.swift"), text: writer.text)
  }

  private static func writeStart(
    hasSessions: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.text(
      """
      /// The handler that is tested.
      \(context.access)let handler: any \(context.handler)\(hasSessions ? "\n/// The sessions, to submit transfers.\n\(context.access)let sessions: \(context.name)Sessions" : "")
      """)
    writer.line()
    writer.documentation("A test of a handler.")
    writer.function("\(context.access)init", parameters: ["_ handler: any \(context.handler)"], effects: "") {
      $0.text(
        hasSessions
          ? """
          self.handler = handler
          sessions = .init(handler: handler) { _ in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Silence.self]
            return configuration
          }
          """ : "self.handler = handler")
      if hasSessions { $0.text("\(context.name)Background.test(handler, sessions)") }
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(
      "Runs the work of \(task.quotedName).",
      "- Parameter seconds: The time until the system ends it; `nil` for enough time.",
      "- Returns: Whether the task is completed as a success.")
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.function(
      "\(context.access)func \(task.swiftName)",
      parameters: ["expiringAfter seconds: TimeInterval? = nil"], effects: "async -> Bool"
    ) { writer in
      writer.block("await run(seconds)") { $0.line("try await handler.\(task.swiftName)()") }
    }
  }

  private static let run = """
    private func run(
      _ seconds: TimeInterval?,
      _ work: @escaping @Sendable () async throws -> Void
    ) async -> Bool {
      let work = _Concurrency.Task { try await work() }
      let expiry = _Concurrency.Task {
        guard let seconds else { return false }
        if seconds > 0 {
          try? await _Concurrency.Task.sleep(nanoseconds: UInt64(seconds * 1e9))
          guard !_Concurrency.Task.isCancelled else { return false }
        }
        work.cancel()
        return true
      }
      let isDone = (try? await work.value) != nil
      expiry.cancel()
      let isExpired = await expiry.value
      return isDone && !isExpired
    }
    """

  private static func transfers(in context: GenerationContext) -> String {
    let (access, identifier) = (context.access, "\(context.name)SessionIdentifier")
    return """
      /// The identifiers of the items that a session has, in the order of their submission.
      \(access)func submitted(
        to session: \(identifier)
      ) async -> [String] {
        await sessions.tasksInTest(of: session).map(\\.id)
      }

      /// Ends an upload with the server's answer, and waits until the handler has had it.
      ///
      /// A status that is not from 200 to 299 is a failure. An item that the session lacks is an error.
      \(access)func answer(
        _ id: String,
        in session: \(identifier),
        statusCode: Int = 200,
        headerFields: [String: String] = [:],
        body: Data = Data()
      ) async throws {
        try await sessions.endInTest(
          id, of: session,
          .init(statusCode: statusCode, headerFields: headerFields, body: body),
          file: nil, error: nil)
      }

      /// Ends a download with the contents of its file, and waits until the handler has had it.
      \(access)func download(
        _ id: String,
        in session: \(identifier),
        contents: Data,
        suggestedFilename: String? = nil
      ) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try contents.write(to: file)
        try await sessions.endInTest(
          id, of: session, .init(statusCode: 200, suggestedFilename: suggestedFilename), file: file,
          error: nil)
      }

      /// Ends a transfer with an error, and waits until the handler has had it.
      \(access)func fail(
        _ id: String,
        in session: \(identifier),
        with error: any Error
      ) async throws {
        try await sessions.endInTest(id, of: session, nil, file: nil, error: error)
      }

      /// Lets the system have delivered all events, and waits until the handler has submitted more.
      \(access)func deliver(
        _ session: \(identifier)
      ) async {
        await sessions.deliverInTest(session)
      }

      /// Waits until the handler has had all events, and the queues have submitted their items.
      \(access)func settle(
        _ session: \(identifier)
      ) async {
        await sessions.settle(session)
      }
      """
  }

  private static let silence = """
    /// Answers no request.
    nonisolated private final class Silence: URLProtocol {
      override class func canInit(with request: URLRequest) -> Bool { true }
      override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
      override func startLoading() {}
      override func stopLoading() {}
    }
    """
}

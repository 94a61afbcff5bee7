internal import PolicyModel

/// The protocol that reports moments of transfers other than their ends, and the delegate's methods that call
/// it.
enum TransferObserver {
  /// Writes the protocol and the default implementations of its methods.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    guard !context.observed.isEmpty else { return }
    let type = "\(context.name)TransferObserver"
    writer.documentation(
      "The moments of transfers, in addition to their ends, that a handler hears of if it also conforms to this protocol.",
      "Each method has a default, which does what the system does without it.")
    writer.type("\(context.access)protocol \(type)", inheriting: "AnyObject, Sendable") { writer in
      for (index, moment) in context.observed.enumerated() {
        if index > 0 { writer.line() }
        writer.text(requirement(of: moment, in: context, access: "", body: nil))
      }
    }
    writer.line()
    writer.block("extension \(type)") { writer in
      for (index, moment) in context.observed.enumerated() {
        if index > 0 { writer.line() }
        let body = defaultBody(of: moment)
        writer.text(requirement(of: moment, in: context, access: context.access, body: body))
      }
    }
    writer.line()
  }

  private static func defaultBody(of moment: TransferMoment) -> String {
    switch moment {
    case .progress, .metrics: ""
    case .challenges: "(.performDefaultHandling, nil)"
    case .delayedRequests: "(.continueLoading, nil)"
    }
  }

  /// A method of the protocol, or its default implementation if `body` is not `nil`.
  private static func requirement(
    of moment: TransferMoment, in context: GenerationContext, access: String, body: String?
  ) -> String {
    let task = "\(context.name)TransferTask"
    let (comment, head, result) =
      switch moment {
      case .progress:
        (
          "/// Bytes of a transfer have been sent or received while the process runs, at most twice a second.",
          "func progressed(\n  _ task: \(task),\n  expecting bytes: Int64?\n) async", ""
        )
      case .challenges:
        (
          "/// A server asks for credentials, or its certificate has to be checked.",
          "func answer(\n  _ challenge: URLAuthenticationChallenge,\n  in session: \(context.name)SessionIdentifier\n) async",
          " -> (URLSession.AuthChallengeDisposition, URLCredential?)"
        )
      case .metrics:
        (
          "/// The system has measured a transfer, just before its end.",
          "func measured(\n  _ task: \(task),\n  _ metrics: URLSessionTaskMetrics\n) async", ""
        )
      case .delayedRequests:
        (
          "/// A transfer with `earliestBeginDate` is about to begin; its request may be replaced or cancelled.",
          "func begin(\n  _ task: \(task),\n  with request: URLRequest\n) async",
          " -> (URLSession.DelayedRequestDisposition, URLRequest?)"
        )
      }
    guard let body else { return "\(comment)\n\(head)\(result)" }
    return body.isEmpty ? "\(access)\(head)\(result) {}" : "\(access)\(head)\(result) {\n  \(body)\n}"
  }

  // MARK: The router

  /// The type of the router's property for the observer, and an empty line.
  static func observing(in context: GenerationContext) -> String {
    guard !context.observed.isEmpty else { return "" }
    return """
      /// Hears of the moments of transfers.
      \(context.access)typealias Observing =
        any \(context.name)TransferObserver


      """
  }

  /// A line break and the router's property for the observer.
  static func storage(in context: GenerationContext) -> String {
    context.observed.isEmpty ? "" : "\nprivate let observer: Observing?"
  }

  /// Writes the delegate's methods that call the observer.
  static func writeDelegate(in context: GenerationContext, to writer: inout CodeWriter) {
    for moment in context.observed where moment != .metrics {
      writer.line()
      switch moment {
      case .progress: writer.text(progress(in: context))
      case .challenges: writer.text(challenges(in: context))
      case .delayedRequests: writer.text(delayedRequests(in: context))
      case .metrics: break
      }
    }
    guard context.isRecorded || context.observed.contains(.metrics) else { return }
    writer.line()
    writeMetrics(in: context, to: &writer)
  }

  private static func progress(in context: GenerationContext) -> String {
    """
    /// Reports how much of an upload has been sent.
    \(context.access)func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      progressed(task, of: session, expecting: totalBytesExpectedToSend)
    }

    /// Reports how much of a download has been received.
    \(context.access)func urlSession(
      _ session: URLSession,
      downloadTask: URLSessionDownloadTask,
      didWriteData bytesWritten: Int64,
      totalBytesWritten: Int64,
      totalBytesExpectedToWrite: Int64
    ) {
      progressed(downloadTask, of: session, expecting: totalBytesExpectedToWrite)
    }

    private func progressed(_ task: URLSessionTask, of session: URLSession, expecting bytes: Int64) {
      guard let observer else { return }
      let now = Date()
      let identifier = identifier(of: session)
      let isDue = lock.withLock {
        let last = open[identifier]?.progress[task.taskIdentifier] ?? .distantPast
        guard abs(now.timeIntervalSince(last)) >= 0.5 else { return false }
        open[identifier]?.progress[task.taskIdentifier] = now
        return true
      }
      guard isDue else { return }
      let transfer = transfer(task, of: identifier)
      SwiftTask { await observer.progressed(transfer, expecting: bytes > 0 ? bytes : nil) }
    }
    """
  }

  private static func challenges(in context: GenerationContext) -> String {
    """
    /// Lets the handler answer a challenge to a transfer.
    \(context.access)func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    /// Lets the handler answer a challenge to the session.
    \(context.access)func urlSession(
      _ session: URLSession,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let observer else { return completionHandler(.performDefaultHandling, nil) }
      let identifier = identifier(of: session)
      SwiftTask {
        let (disposition, credential) = await observer.answer(challenge, in: identifier)
        completionHandler(disposition, credential)
      }
    }
    """
  }

  private static func delayedRequests(in context: GenerationContext) -> String {
    """
    /// Lets the handler replace a request before it begins.
    \(context.access)func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      willBeginDelayedRequest request: URLRequest,
      completionHandler:
        @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
      guard let observer else { return completionHandler(.continueLoading, nil) }
      let transfer = transfer(task, of: identifier(of: session))
      SwiftTask {
        let (disposition, request) = await observer.begin(transfer, with: request)
        completionHandler(disposition, request)
      }
    }
    """
  }

  /// Writes the delegate's method for metrics, which calls the recorder and the handler.
  private static func writeMetrics(in context: GenerationContext, to writer: inout CodeWriter) {
    let isObserved = context.observed.contains(.metrics)
    writer.documentation(
      isObserved
        ? "Passes the measurements of a transfer on."
        : "Records how long a transfer has waited from its submission until it began.")
    writer.text(
      """
      \(context.access)func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
      ) {
      """)
    writer.indented { writer in
      if isObserved {
        writer.block("if let observer") { writer in
          writer.line("let transfer = transfer(task, of: identifier(of: session))")
          writer.line("SwiftTask { await observer.measured(transfer, metrics) }")
        }
      }
      guard context.isRecorded else { return }
      writer.line("guard let begin = metrics.transactionMetrics.first?.requestStartDate else { return }")
      RecorderFile.writeNote(
        "hold(of: identifier(of: session), from: metrics.taskInterval.start, to: begin)", in: context,
        to: &writer)
    }
    writer.line("}")
  }
}

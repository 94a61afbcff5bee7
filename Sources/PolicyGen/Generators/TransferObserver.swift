internal import PolicyModel

/// The protocol that reports moments of transfers other than their ends, and the delegate's methods that call the protocol's methods.
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
    writeObservation(in: context, to: &writer)
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

  /// Writes the functions with which the router calls the observer.
  private static func writeObservation(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.text("nonisolated extension TransferObservation<\(context.name)SessionIdentifier> {")
    writer.indented { writer in
      writer.documentation("What a handler hears that is an observer, too.")
      writer.line("init(of handler: any Sendable) {")
      writer.line("  self.init()")
      writer.indented {
        $0.assignment("let observer", "handler as? any \(context.name)TransferObserver")
      }
      writer.line("  guard let observer else { return }")
      for moment in context.observed {
        switch moment {
        case .progress: writer.line("  progressed = { await observer.progressed($0, expecting: $1) }")
        case .challenges: writer.line("  challenged = { await observer.answer($0, in: $1) }")
        case .metrics: writer.line("  measured = { await observer.measured($0, $1) }")
        case .delayedRequests: writer.line("  begins = { await observer.begin($0, with: $1) }")
        }
      }
      writer.line("}")
    }
    writer.line("}")
  }
}

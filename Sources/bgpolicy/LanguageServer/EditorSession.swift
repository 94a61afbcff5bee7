internal import JSON
internal import LanguageServer
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// The streams and threads around the language server.
struct EditorSession {
  /// An event that another thread reports to the main thread.
  enum Event: Sendable {
    /// Bytes of standard input.
    case input([UInt8])
    /// The end of standard input.
    case end
    /// The end or the progress of background work.
    case done(BackgroundEvent)
  }

  private let events = Guarded<[Event]>([])
  private let host: ServerHost
  private let access: FileAccess

  /// A session that reports the findings of some rules. Findings in the baseline are left out.
  init(selection: RuleSelection, baseline: Baseline?, _ access: FileAccess) {
    self.access = access
    host = Self.host(access) { findings, sources in
      // The baseline applies before the selection, as in `lint`.
      if var baseline { baseline.apply(to: &findings, in: sources.map(Self.named)) }
      findings.removeAll { !selection.includes($0) }
    }
  }

  /// A source whose name is relative to the working directory, as in a baseline.
  private static func named(_ source: SourceText) -> SourceText {
    guard let directory = FileAccess.workingDirectory, let name = source.name.path(below: directory) else {
      return source
    }
    return SourceText(name: String(name), bytes: source.bytes)
  }

  /// Serves requests until the editor ends the session or closes its stream.
  func run() -> Outcome {
    let (events, access) = (events, access)
    let isReading = System.startThread {
      try? access.readPieces("-") { bytes in events.change { $0.append(.input(bytes)) } }
      events.change { $0.append(.end) }
    }
    guard isReading else { return Outcome(.internalError) }
    let work = BackgroundWork { event in events.change { $0.append(.done(event)) } }
    var reader = MessageReader()
    var server = LanguageServer(host)
    var hasEnded = false
    while true {
      for event in server.isIdle && !hasEnded ? next() : take() {
        switch event {
        case .input(let bytes):
          reader.append(bytes)
          while let part = reader.next() { server.enqueue(part) }
        case .end: hasEnded = true
        case .done(let event):
          if let outcome = perform(server.finish(event), work) { return outcome }
        }
      }
      if let outcome = perform(server.step(), work) { return outcome }
      if hasEnded, server.isIdle { return Outcome(.abandonedSession, if: !server.isShutDown) }
    }
  }

  /// The events since the last call. Empty if there are no new events.
  private func take() -> [Event] {
    events.use { events in
      defer { events = [] }
      return events
    }
  }

  /// The events since the last call. Waits for at least one event.
  private func next() -> [Event] {
    events.wait { events in
      guard !events.isEmpty else { return nil }
      defer { events = [] }
      return events
    }
  }

  /// Performs effects. Returns the outcome of the session if the session is over.
  private func perform(_ effects: [Effect], _ work: BackgroundWork) -> Outcome? {
    for effect in effects {
      switch effect {
      case .send(let message):
        // If the editor has closed its end, the session is over.
        guard System.writeOutput(message.framed) else { return Outcome(.abandonedSession) }
      case .estimate(let job): work.start(job)
      case .cancelEstimate(let document): work.cancelEstimate(of: document)
      case .run(let job): work.start(job)
      case .exit(let status): return Outcome(.abandonedSession, if: status != 0)
      }
    }
    return nil
  }

  private static func host(
    _ access: FileAccess,
    _ select: @escaping @Sendable (_ findings: inout [Finding], _ sources: [SourceText]) -> Void
  ) -> ServerHost {
    ServerHost(
      read: { PolicyFiles.file($0, limit: $1, access.repository(around: $2)) },
      code: { CodeFiles().read($0, access.repository(around: $1)) },
      identifiers: { CodeFiles.identifiers(in: $0, access.repository(around: $1)) },
      isPolicyName: { PolicySearch.isPolicyName($0) },
      select: select, today: { Linting.today },
      pagePath: { policy in
        let folder = System.environment("TMPDIR") ?? "/tmp"
        var hash = FNV1a()
        hash.combine(policy.utf8)
        return RelativePath.normalized("\(folder)/bgpolicy-estimate-\(hash.digits).html")
      }, version: ToolVersion.current)
  }
}

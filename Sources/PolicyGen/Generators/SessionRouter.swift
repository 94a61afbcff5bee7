internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The class that creates the background sessions and routes their events.
enum SessionRouter {
  /// Writes the class.
  static func write(
    hasFamilies: Bool, takesSettings: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      [
        "The background sessions of a process of \(context.name).",
        "Create one while the app launches, and keep it. \(PlatformFacts.sessionRecreated.sentence) \(PlatformFacts.sessionInOneProcess.sentence)",
      ]
        + (hasFamilies
          ? [
            "A session of which there is one for each value is created when `session(_:)` or the system first asks for it. At each launch, ask for those whose transfers may not be done."
          ] : []))
    writer.block(
      "nonisolated \(context.access)final class \(context.name)Sessions: NSObject, @unchecked Sendable"
    ) {
      writer in
      writer.text(storage(takesSettings: takesSettings, in: context))
      writer.line()
      writeInitializer(takesSettings: takesSettings, in: context, to: &writer)
      writer.line()
      writeAccess(hasFamilies: hasFamilies, in: context, to: &writer)
      writer.line()
      writeEvents(in: context, to: &writer)
      writer.line()
      writeCleanSlate(hasFamilies: hasFamilies, in: context, to: &writer)
      writer.line()
      writer.text(opening(takesSettings: takesSettings, in: context))
      writer.line()
      writer.text(delivering(in: context))
      if context.isTestable {
        writer.line()
        writer.conditional("DEBUG") { $0.text(testing(in: context)) }
      }
    }
    writer.line()
    writer.block(
      "nonisolated extension \(context.name)Sessions: URLSessionDownloadDelegate, URLSessionDataDelegate"
    ) { writer in
      writeDelegate(in: context, to: &writer)
    }
  }

  /// The time after which generated code calls the system's completion handler, even if some events are not
  /// handled yet.
  static var deadline: TimeSpan {
    TimeSpan(
      milliseconds: PlatformFacts.pushRuntime.value.milliseconds - PlatformFacts.pushMargin.value.milliseconds
    )
  }

  private static func storage(takesSettings: Bool, in context: GenerationContext) -> String {
    """
    /// The handling of an event of a session; the next event waits for its end.
    \(context.access)typealias Handling =
      @Sendable (
        \(context.name)SessionEvent,
        \(context.name)SessionIdentifier
      ) async -> Void

    \(TransferObserver.observing(in: context))\(context.hasQueues ? providing(in: context) : "")\(context.isTestable ? configuring(in: context) : "")private typealias ID =
      \(context.name)SessionIdentifier
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private enum Signal {
      case event(\(context.name)SessionEvent)
      case finished([EventsCompletion])
      case late(EventsCompletion)\(context.hasQueues ? queueSignals(in: context) : "")
    }

    private struct OpenSession {
      let session: URLSession
      let signals: AsyncStream<Signal>.Continuation
      /// The errors of moving downloaded files, by task.
      var errors: [Int: any Error] = [:]
      /// The bodies of answers, by task.
      var bodies: [Int: ReceivedBody] = [:]\(context.observed.contains(.progress) ? "\n  /// The times at which the progress of tasks was last reported.\n  var progress: [Int: Date] = [:]" : "")
      /// The transfers to be reported after the events for which the system has called the app.
      var unfinished: [\(context.name)TransferTask]?
      var isClosing = false
      var isMadeAgain = false
    }

    private let process: \(context.name)Process
    private let handling: Handling\(TransferObserver.storage(in: context))\(takesSettings ? "\nprivate let settings: \(context.name)SessionSettings" : "")\(context.hasQueues ? "\n/// The queues of the transfers.\nlet queues: \(context.name)Queues" : "")\(context.isTestable ? "\nprivate let configuration: Configuring?" : "")\(context.isTestable ? "\n/// The tasks that a unit test has ended, kept so that their identities are not used again.\nprivate var overInTest: Set<ObjectIdentifier> = []\nprivate var keptInTest: [URLSessionTask] = []" : "")
    private let lock = NSLock()
    // Guarded by the lock, as the system uses queues of its own.
    private var open: [ID: OpenSession] = [:]
    private var identifiers: [ObjectIdentifier: ID] = [:]
    private var completions: [ID: [EventsCompletion]] = [:]
    /// The times at which the events of sessions ended before a completion handler was added.
    private var ended: [ID: Date] = [:]
    """
  }

  private static func writeInitializer(
    takesSettings: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      [
        "Creates the sessions of a process, and asks for their unfinished transfers.",
        "- Parameter process: The current process; the app may not create an extension's sessions while the extension may run.",
      ]
        + (takesSettings
          ? ["- Parameter settings: The app's values; a later change takes effect at the next launch."] : [])
        + (context.observed.isEmpty
          ? [] : ["- Parameter observer: Hears of the moments of transfers; it is kept like `handling`."])
        + (context.hasQueues
          ? ["- Parameter items: Returns the items of queues; `nil` for one that is not wanted any more."]
          : [])
        + (context.isTestable
          ? [
            "- Parameter configuration: Returns the configurations of a test; `nil` for those of the policy."
          ]
          : [])
        + ["- Parameter handling: Handles the events; it is kept for as long as the process runs."])
    writer.text(
      """
      \(context.access)init(
        of process: \(context.name)Process,\(context.observed.isEmpty ? "" : "\n  observer: Observing? = nil,")\(takesSettings ? "\n  settings: \(context.name)SessionSettings = .init()," : "")\(context.hasQueues ? "\n  items: @escaping Providing," : "")\(context.isTestable ? "\n  configuration: Configuring? = nil," : "")
        handling: @escaping Handling
      ) {
        self.process = process
        self.handling = handling\(context.observed.isEmpty ? "" : "\n  self.observer = observer")\(takesSettings ? "\n  self.settings = settings" : "")\(context.hasQueues ? "\n  queues = .init(of: process, \(context.isTestable ? "isTest: configuration != nil, " : "")items)" : "")\(context.isTestable ? "\n  self.configuration = configuration" : "")
        super.init()\(context.hasQueues ? "\n  queues.connect(self)" : "")
        for identifier in ID.owned(by: process) {
          lock.withLock { openSession(identifier) }
        }
      }
      """)
  }

  private static func writeAccess(
    hasFamilies: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "The session of an identifier, to create tasks in.",
      "- Returns: `nil` if the session belongs to another process, or is being created again.")
    writer.text(
      """
      \(context.access)func session(
        _ identifier: \(context.name)SessionIdentifier
      ) -> URLSession? {
        guard identifier.isOwned(by: process) else { return nil }
        return lock.withLock {
      """)
    if hasFamilies { writer.text("    if identifier.isInstance { openSession(identifier) }") }
    let open = hasFamilies ? "return open" : "open"
    writer.text(
      """
          \(open)[identifier].flatMap { $0.isClosing ? nil : $0.session }
        }
      }
      """)
  }

  private static func writeEvents(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Whether a session is one of the policy, which `handleEvents` is for.",
      "The events of any other session belong to another part of the process, such as an SDK.")
    writer.text(
      """
      \(context.access)func owns(_ identifier: String) -> Bool {
        ID(rawValue: identifier).isDeclared
      }
      """)
    writer.line()
    writer.documentation(
      "Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.",
      "\(PlatformFacts.eventsCompletion.sentence) It is called only after the app's handler has handled the events, or after \(SessionRouter.deadline): the system does not wait for longer than some tens of seconds. \(PlatformFacts.extensionSessionEvents.sentence)",
      "- Parameter identifier: The session that the system names; for a session of another owner, the completion handler is called at once.",
      "- Parameter completionHandler: The completion handler of the system, called once.")
    writer.text(
      """
      @MainActor
      \(context.access)func handleEvents(
        forSession identifier: String,
        completionHandler: @escaping () -> Void
      ) {
        wait(for: .init(rawValue: identifier), EventsCompletion(completionHandler), canBeLate: false)
      }
      """)
    writer.line()
    writer.documentation(
      "Waits until the events of a session are handled, for SwiftUI's `backgroundTask(.urlSession(…))` and for widgets.",
      "It also returns when its Swift task is cancelled.")
    writer.text(
      """
      \(context.access)func handleEvents(forSession identifier: String) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        wait(for: .init(rawValue: identifier), EventsCompletion { end.finish() }, canBeLate: true)
        for await _ in ends {}
      }
      """)
  }
}

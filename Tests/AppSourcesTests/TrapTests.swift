import AppFacts
import AppSources
import Testing

/// Code that looks like a fact but is not a fact, and facts in unusual places, for every recognizer of calls.
@Suite struct TrapTests {
  struct Snippet: Sendable, CustomTestStringConvertible {
    let kind: FactKind
    let code: String
    var isStatement = false

    var testDescription: String { kind.rawValue }
  }

  static let snippets: [Snippet] = [
    Snippet(
      kind: .taskRegistration,
      code: #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil, launchHandler: handle)"#
    ),
    Snippet(kind: .taskRequest, code: #"BGAppRefreshTaskRequest(identifier: "a")"#),
    Snippet(kind: .taskSubmission, code: "try BGTaskScheduler.shared.submit(request)"),
    Snippet(kind: .taskCancellation, code: "BGTaskScheduler.shared.cancelAllTaskRequests()"),
    Snippet(
      kind: .pendingTaskRequests,
      code: "BGTaskScheduler.shared.getPendingTaskRequests(completionHandler: show)"),
    Snippet(kind: .session, code: #"URLSessionConfiguration.background(withIdentifier: "a")"#),
    Snippet(kind: .transfer, code: "session.downloadTask(with: request)"),
    Snippet(kind: .header, code: #"request.setValue("a", forHTTPHeaderField: "b")"#),
    Snippet(kind: .runningTasks, code: "session.getAllTasks(completionHandler: show)"),
    Snippet(
      kind: .assetDownloadSession,
      code:
        #"AVAssetDownloadURLSession(configuration: .background(withIdentifier: "a"), assetDownloadDelegate: self, delegateQueue: nil)"#
    ),
    Snippet(
      kind: .backgroundTask, code: #"application.beginBackgroundTask(withName: "a", expirationHandler: nil)"#),
    Snippet(kind: .expiringActivity, code: #"info.performExpiringActivity(withReason: "a", using: work)"#),
    Snippet(kind: .minimumBackgroundFetchInterval, code: "application.setMinimumBackgroundFetchInterval(60)"),
    Snippet(kind: .remoteNotificationRegistration, code: "application.registerForRemoteNotifications()"),
    Snippet(kind: .pushRegistry, code: "registry.desiredPushTypes = [.voIP]", isStatement: true),
    Snippet(
      kind: .watchRefresh,
      code: "scheduler.scheduleBackgroundRefresh(withPreferredDate: Date(), userInfo: nil)"),
    Snippet(kind: .backgroundActivityScheduler, code: #"NSBackgroundActivityScheduler(identifier: "a")"#),
    Snippet(kind: .healthDelivery, code: "store.enableBackgroundDelivery(for: type, frequency: .daily)"),
    Snippet(kind: .location, code: "manager.startMonitoringVisits()"),
    Snippet(kind: .audioSession, code: "session.setCategory(.playback)"),
    Snippet(
      kind: .bluetooth,
      code:
        #"CBCentralManager(delegate: nil, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "a"])"#
    ),
  ]

  private static func facts(_ text: String, _ kind: FactKind) -> [CodeFact] {
    CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)]).filter { $0.kind == kind }
  }

  @Test(arguments: snippets) func textsAndCommentsAreNoFacts(_ one: Snippet) {
    let escaped = one.code.replacing("\"", with: "\\\"")
    let text = """
      // \(one.code)
      /* \(one.code) /* \(one.code) */ */
      /// \(one.code)
      let a = "\(escaped)"
      let b = #"\(one.code)"#
      let c = \"\"\"
        \(one.code)
        \"\"\"
      let d = ##\"\"\"
        \(one.code) \\#(\(one.code)) "#
        \"\"\"##
      #Preview { \(one.code) }
      """
    #expect(Self.facts(text, one.kind).isEmpty)
  }

  @Test(arguments: snippets) func unusualPlacesHaveFacts(_ one: Snippet) {
    let text = """
      class Work: Base {
        override func run() {
          func inner() {
            #if DEBUG
            \(one.code)
            #elseif os(iOS)
            defer { \(one.code) }
            #endif
          }
          inner()
          work = { [weak self] in switch self { case .some: \(one.code); default: break } }
        }
      }
      """
    let facts = Self.facts(text, one.kind)
    #expect(facts.map(\.conditions) == [["DEBUG"], ["!DEBUG && os(iOS)"], []])
    #expect(facts.map(\.location.line) == [5, 7, 11])
  }

  @Test(arguments: snippets.filter { !$0.isStatement }) func interpolationsAreCode(_ one: Snippet) {
    let text = """
      class Work: Base {
        override func run() throws {
          print("a \\(\(one.code)) b")
          print(#"a \\#(\(one.code)) b"#)
          print(#"a \\(\(one.code)) b"#)
        }
      }
      """
    #expect(Self.facts(text, one.kind).map(\.location.line) == [3, 4])
  }
}

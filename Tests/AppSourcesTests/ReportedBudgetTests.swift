import Testing

/// Work in the background that has too little time, no network or no right to run, as in failures that developers reported. Some apps are
/// correct but look similar.
@Suite struct ReportedBudgetTests {
  // MARK: - Tasks

  private static func task(
    _ name: String, type: String = "BGProcessingTaskRequest", settings: String = "", handler: String,
    members: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: [type.contains("Processing") ? "processing" : "fetch"],
      identifiers: ["com.example.app.sync"],
      imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          Sync.submit()
          \(handler)
        }
        Sync.submit()
        """,
      members: """
        enum Sync {
          static func submit() {
            let request = \(type)(identifier: "com.example.app.sync")
            \(settings)
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }
        \(members)
        """, found: found, silent: silent)
  }

  private static let network = "code-network-not-required"
  private static let load = """
    let work = Task { await load(); task.setTaskCompleted(success: true) }
    task.expirationHandler = { work.cancel() }
    """
  private static func loading(_ session: String) -> String {
    """
    func load() async {
      do { _ = try await \(session).data(from: URL(string: "https://example.com")!) } catch { print(error) }
    }
    """
  }

  static let networkApps = [
    task(
      "a transfer in another function", handler: load, members: loading("URLSession.shared"), found: [network]
    ),
    task(
      "a request that says false", settings: "request.requiresNetworkConnectivity = false", handler: load,
      members: loading("URLSession.shared"), found: [network]),
    task(
      "a transfer with a completion handler",
      handler: """
        let transfer = URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { _, _, _ in
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { transfer.cancel() }
        transfer.resume()
        """, found: [network]),
    task(
      "a request that requires the network", settings: "request.requiresNetworkConnectivity = true",
      handler: load,
      members: loading("URLSession.shared"), silent: [network]),
    task(
      "a request that a setting decides", settings: "request.requiresNetworkConnectivity = Settings.isOnline",
      handler: load, members: loading("URLSession.shared") + "\nenum Settings { static var isOnline = true }",
      silent: [network]),
    task(
      "an app refresh task", type: "BGAppRefreshTaskRequest", handler: load,
      members: loading("URLSession.shared"), silent: [network]),
    task("no transfer", handler: load, members: "func load() async { print(1) }", silent: [network]),
    task(
      "a transfer of a background session",
      handler: """
        task.expirationHandler = { print("expired"); task.setTaskCompleted(success: false) }
        Uploads.shared.start()
        task.setTaskCompleted(success: true)
        """,
      members: """
        final class Uploads: NSObject, URLSessionDelegate {
          static let shared = Uploads()
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.uploads"), delegate: self, delegateQueue: nil)
          func start() { session.downloadTask(with: URL(string: "https://example.com")!).resume() }
        }
        """, silent: [network]),
  ]

  @Test(arguments: networkApps) func networkIsRequired(_ app: SmallApp) { app.expectFindings() }

  private static let waits = "bg-refresh-waits"
  private static func waiting(_ wait: String) -> String {
    """
    let work = Task {
      \(wait)
      task.setTaskCompleted(success: true)
    }
    task.expirationHandler = { work.cancel() }
    """
  }
  private static func refresh(_ name: String, _ wait: String, isFound: Bool) -> SmallApp {
    task(
      name, type: "BGAppRefreshTaskRequest", handler: waiting(wait), found: isFound ? [waits] : [],
      silent: isFound ? [] : [waits])
  }

  static let waitingApps = [
    refresh("a wait in nanoseconds", "try? await Task.sleep(nanoseconds: 120_000_000_000)", isFound: true),
    refresh("a wait in seconds", "try? await Task.sleep(for: .seconds(60))", isFound: true),
    refresh("a wait by a unit", "try? await Task.sleep(nanoseconds: 60 * NSEC_PER_SEC)", isFound: true),
    refresh("a wait of the thread", "Thread.sleep(forTimeInterval: 45)", isFound: true),
    refresh("a wait in each round", "for page in 0..<50 { print(page); sleep(2) }", isFound: true),
    refresh("a short wait", "try? await Task.sleep(for: .seconds(2))", isFound: false),
    refresh("short waits in few rounds", "for _ in 1...5 { usleep(500_000) }", isFound: false),
    refresh("a wait of run time", "sleep(UInt32(delay()))", isFound: false),
    task("a wait of a processing task", handler: waiting("sleep(60)"), silent: [waits]),
    task(
      "a wait that a person can start, too", type: "BGAppRefreshTaskRequest",
      handler: waiting("await pause()"),
      members: """
        func pause() async { try? await Task.sleep(for: .seconds(60)) }
        final class Controller: UIViewController { @IBAction func tap(_ sender: Any) { Task { await pause() } } }
        """, silent: []),
  ]

  @Test(arguments: waitingApps) func refreshesDoNotWait(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Activities

  private static let background = "code-live-activity-in-background"
  private static let token = "code-live-activity-token-missing"
  private static func start(_ type: String = "", then: String = "") -> String {
    """
    struct Ride: ActivityAttributes { struct ContentState: Codable, Hashable { var minutes: Int } }
    enum Rides {
      static func start() {
        do {
          let activity = try Activity.request(
            attributes: Ride(), content: .init(state: .init(minutes: 5), staleDate: nil)\(type))
          print(activity.id)
          \(then)
        } catch { print(error) }
      }
    }
    """
  }
  private static func push(_ code: String) -> String {
    """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { \(code); return .newData }
    """
  }
  private static let tokens = "Task { for await token in activity.pushTokenUpdates { print(token) } }"
  private static let button =
    "final class Controller: UIViewController { @IBAction func tap(_ sender: Any) { Rides.start() } }"

  private static let withToken = ", pushType: .token"
  private static func reading(_ name: String, _ then: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, entitlements: ["aps-environment"], imports: ["ActivityKit"],
      members: start(withToken, then: then) + "\n" + button, found: isFound ? ["\(token): nil here"] : [],
      silent: isFound ? [] : [token])
  }

  static let readingApps = [
    reading(
      "a token that is read at once", "if let token = activity.pushToken { send(token) }", isFound: true),
    reading(
      "a token that a guard reads", "guard let token = activity.pushToken else { return }\nsend(token)",
      isFound: true),
    reading(
      "a token that is read later",
      "Task { await wait()\nif let token = activity.pushToken { send(token) } }", isFound: false),
    reading(
      "a token that is read, and awaited", "if let token = activity.pushToken { send(token) }\n\(tokens)",
      isFound: false),
    reading("a token that is awaited", tokens, isFound: false),
  ]

  @Test(arguments: readingApps) func tokensAreNotThereAtOnce(_ app: SmallApp) { app.expectFindings() }

  static let activityApps = [
    SmallApp.uikit(
      "an activity that a push starts", modes: ["remote-notification"], entitlements: ["aps-environment"],
      imports: ["ActivityKit"], delegate: push("Rides.start()"), members: start(), found: [background]),
    SmallApp.uikit(
      "an activity that entering the background starts", imports: ["ActivityKit"],
      members: start()
        + "\nfinal class Scene: UIResponder, UIWindowSceneDelegate { func sceneDidEnterBackground(_ scene: UIScene) { Rides.start() } }",
      found: [background]),
    SmallApp.uikit(
      "an activity that a person starts", imports: ["ActivityKit"], members: start() + "\n" + button,
      silent: [background, token]),
    SmallApp.uikit(
      "an activity that both start", modes: ["remote-notification"], entitlements: ["aps-environment"],
      imports: ["ActivityKit"], delegate: push("Rides.start()"), members: start() + "\n" + button,
      silent: [background]),
    SmallApp.uikit(
      "an activity that a push starts only in the foreground", modes: ["remote-notification"],
      entitlements: ["aps-environment"], imports: ["ActivityKit"],
      delegate: push("if UIApplication.shared.applicationState == .active { Rides.start() }"),
      members: start(),
      silent: [background]),
    SmallApp.uikit(
      "tokens of an activity without a type", entitlements: ["aps-environment"], imports: ["ActivityKit"],
      members: start(", pushType: nil", then: tokens) + "\n" + button, found: [token]),
    SmallApp.uikit(
      "tokens of an activity with the default type", entitlements: ["aps-environment"],
      imports: ["ActivityKit"],
      members: start(then: tokens) + "\n" + button, found: [token]),
    SmallApp.uikit(
      "tokens of an activity with a type", entitlements: ["aps-environment"], imports: ["ActivityKit"],
      members: start(", pushType: .token", then: tokens) + "\n" + button, silent: [token]),
    SmallApp.uikit(
      "tokens of activities that a push starts", entitlements: ["aps-environment"], imports: ["ActivityKit"],
      members: start(then: tokens) + "\n" + button
        + "\nfunc observe() async { for await token in Activity<Ride>.pushToStartTokenUpdates { print(token) } }",
      silent: [token]),
  ]

  @Test(arguments: activityApps) func activitiesStart(_ app: SmallApp) { app.expectFindings() }

  private static let early = "code-activity-ends-early"
  private static func expiring(_ name: String, _ work: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name,
      members: """
        public func send() {
          ProcessInfo.processInfo.performExpiringActivity(withReason: "Send") { isExpired in
            if isExpired { return }
            \(work)
          }
        }
        """, found: isFound ? [early] : [], silent: isFound ? [] : [early])
  }
  private static let transfer = "URLSession.shared.dataTask(with: URL(string: \"https://example.com\")!)"

  static let expiringApps = [
    expiring(
      "a transfer that is only started", "\(transfer) { _, _, _ in print(1) }.resume()", isFound: true),
    expiring("a task that is only started", "Task { await upload() }", isFound: true),
    expiring(
      "a transfer that the closure waits for",
      "let done = DispatchSemaphore(value: 0)\n\(transfer) { _, _, _ in done.signal() }.resume()\ndone.wait()",
      isFound: false),
    expiring("work of the closure itself", "store()", isFound: false),
    expiring(
      "a group that the closure waits for",
      "let group = DispatchGroup()\ngroup.enter()\nTask { await upload(); group.leave() }\ngroup.wait()",
      isFound: false),
  ]

  @Test(arguments: expiringApps) func activitiesLast(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Messages

  private static let message = "code-watch-message-in-background"
  private static let send = "WCSession.default.sendMessage([\"a\": 1], replyHandler: nil)"
  private static func messaging(
    _ name: String, handler: String = "", members: String = "", isFound: Bool
  ) -> SmallApp {
    task(
      name, type: "BGAppRefreshTaskRequest",
      handler: """
        task.expirationHandler = { print("expired"); task.setTaskCompleted(success: false) }
        \(handler)
        task.setTaskCompleted(success: true)
        """, members: "import WatchConnectivity\n" + members, found: isFound ? [message] : [],
      silent: isFound ? [] : [message])
  }

  static let messageApps = [
    messaging("a message of a task", handler: send, isFound: true),
    messaging(
      "a message of a function", handler: "Watch.send()",
      members: "enum Watch { static func send() { \(send) } }",
      isFound: true),
    messaging(
      "a message that a person sends, too", handler: "Watch.send()",
      members: """
        enum Watch { static func send() { \(send) } }
        final class Controller: UIViewController { @IBAction func tap(_ sender: Any) { Watch.send() } }
        """, isFound: false),
    messaging(
      "a message if the watch app runs",
      handler:
        "if WCSession.default.isReachable { \(send) } else { WCSession.default.transferUserInfo([\"a\": 1]) }",
      isFound: false),
    messaging(
      "a context", handler: "try? WCSession.default.updateApplicationContext([\"a\": 1])", isFound: false),
  ]

  @Test(arguments: messageApps) func messagesArrive(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Files of uploads

  private static let removed = "code-upload-file-removed"
  private static func upload(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name,
      members: """
        public func send(_ data: Data, _ request: URLRequest, in session: URLSession) async throws {
          let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
          \(code)
        }
        private func clean(_ file: URL) { do { try FileManager.default.removeItem(at: file) } catch { print(error) } }
        private func cleanLater(_ file: URL) { DispatchQueue.main.async { try? FileManager.default.removeItem(at: file) } }
        """, found: isFound ? [removed] : [], silent: isFound ? [] : [removed])
  }

  static let uploadApps = [
    upload(
      "a file that is removed at once",
      "session.uploadTask(with: request, fromFile: file).resume()\ntry? FileManager.default.removeItem(at: file)",
      isFound: true),
    upload(
      "a path that is removed at once",
      "let task = session.uploadTask(with: request, fromFile: file)\ntask.resume()\ntry FileManager.default.removeItem(atPath: file.path)",
      isFound: true),
    upload(
      "a file that the function's end removes",
      "defer { try? FileManager.default.removeItem(at: file) }\nsession.uploadTask(with: request, fromFile: file).resume()",
      isFound: true),
    upload(
      "a file that a function removes at once",
      "session.uploadTask(with: request, fromFile: file).resume()\nclean(file)", isFound: true),
    upload(
      "a file that a function removes at the end of this function",
      "defer { clean(file) }\nsession.uploadTask(with: request, fromFile: file).resume()", isFound: true),
    upload(
      "a file that a function may remove later",
      "session.uploadTask(with: request, fromFile: file).resume()\ncleanLater(file)", isFound: false),
    upload(
      "an upload whose end the delegate announces",
      "session.uploadTask(with: request, fromFile: file).resume()\nawait Uploads.shared.end(of: file)\nclean(file)",
      isFound: false),
    upload(
      "a file that the upload's end removes",
      "session.uploadTask(with: request, fromFile: file) { _, _, _ in try? FileManager.default.removeItem(at: file) }.resume()",
      isFound: false),
    upload(
      "an upload that the function waits for",
      "_ = try await session.upload(for: request, fromFile: file)\ntry FileManager.default.removeItem(at: file)",
      isFound: false),
    upload(
      "a file that is removed if there is no upload",
      "do { try data.write(to: file) } catch { try? FileManager.default.removeItem(at: file); return }\nsession.uploadTask(with: request, fromFile: file).resume()",
      isFound: false),
    upload(
      "an old file that is removed before",
      "try? FileManager.default.removeItem(at: file)\ntry data.write(to: file)\nsession.uploadTask(with: request, fromFile: file).resume()",
      isFound: false),
  ]

  @Test(arguments: uploadApps) func filesOutliveUploads(_ app: SmallApp) { app.expectFindings() }
}

import Testing

/// Transfers that nothing starts, files of uploads that are removed, and sessions that are replaced too early, as in failures that
/// developers reported. Some apps are correct but look similar.
@Suite struct ReportedUnstartedTests {
  private static let delegate = """
    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      Books.shared.done = completionHandler
      _ = Books.shared.session
    }
    """

  private static func app(
    _ name: String, launch: String = "", delegate more: String = "", members: String, more types: String = "",
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, launch: launch + "\nBooks.shared.start(URL(string: \"https://example.com/book\")!)",
      delegate: delegate + "\n" + more,
      members: """
        final class Books: NSObject, URLSessionDownloadDelegate {
          static let shared = Books()
          var done: (() -> Void)?
          lazy var session = make()
          func make() -> URLSession {
            URLSession(configuration: .background(withIdentifier: "com.example.app.books"), delegate: self, delegateQueue: nil)
          }
          \(members)
          func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
            try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "book"))
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async { self.done?() }
          }
        }
        \(types)
        """, found: found, silent: silent)
  }

  // MARK: - Tasks that are never resumed

  private static let unstarted = "code-transfer-not-resumed"

  private static func start(_ name: String, _ code: String, more: String = "", isFound: Bool) -> SmallApp {
    app(
      name, members: "func start(_ url: URL) {\n\(code)\n}", more: more, found: isFound ? [unstarted] : [],
      silent: isFound ? [] : [unstarted])
  }

  private static let task = "let task = session.downloadTask(with: url)"

  static let starts = [
    start("a variable", "\(task)\ntask.earliestBeginDate = .now\nprint(task)", isFound: true),
    start("an expression without a use", "session.downloadTask(with: url)", isFound: true),
    start("a value that is dropped", "print(url)\n_ = session.downloadTask(with: url)", isFound: true),
    start(
      "a completion handler",
      "_ = URLSession.shared.dataTask(with: url) { _, _, _ in self.done?() }\nprint(url)", isFound: true),
    start("a task that is suspended", "\(task)\ntask.suspend()", isFound: true),
    start(
      "a closure",
      "DispatchQueue.main.async {\n\(task.replacing("session", with: "self.session"))\nprint(task)\n}",
      isFound: true),
    start("a task that is resumed", "\(task)\ntask.resume()", isFound: false),
    start(
      "a task that is resumed at the end", "\(task)\ndefer { task.resume() }\nprint(url)", isFound: false),
    start(
      "an optional", "let task: URLSessionTask? = session.downloadTask(with: url)\ntask?.resume()",
      isFound: false),
    start("a method as a value", "\(task)\nDispatchQueue.main.async(execute: task.resume)", isFound: false),
    start(
      "a method of an extension", "\(task)\ntask.begin()",
      more: "extension URLSessionTask { func begin() { resume() } }", isFound: false),
    start("a list", "\(task)\nlet all = [task]\nall.forEach { $0.resume() }", isFound: false),
    start(
      "a function", "\(task)\nrun(task)", more: "func run(_ task: URLSessionTask) { task.resume() }",
      isFound: false),
    start(
      "a property", "let own = Queue()\nown.task = session.downloadTask(with: url)\nown.task?.resume()",
      more: "final class Queue { var task: URLSessionTask? }", isFound: false),
    start(
      "a result",
      "make(url).resume()\nfunc make(_ url: URL) -> URLSessionTask { session.downloadTask(with: url) }",
      isFound: false),
    start(
      "a result of two branches",
      "func make() -> URLSessionTask { if done == nil { session.downloadTask(with: url) } else { session.dataTask(with: url) } }\nmake().resume()",
      isFound: false),
    start(
      "a client of the app", "let client = Client()\nclient.downloadTask(with: url)",
      more: "struct Client { @discardableResult func downloadTask(with url: URL) -> Bool { true } }",
      isFound: false),
    start(
      "a list of tasks that is started later",
      "\(task)\nprint(task)\nsession.getAllTasks { $0.forEach { $0.resume() } }", isFound: false),
  ]

  @Test(arguments: starts) func tasksAreResumed(_ app: SmallApp) { app.expectFindings() }

  // MARK: - The folder for temporary files

  private static let removed = "code-upload-file-removed"

  private static func upload(
    _ name: String, folder: String = "FileManager.default.temporaryDirectory", launch: String = "",
    delegate: String = "", isFound: Bool
  ) -> SmallApp {
    app(
      name, launch: launch, delegate: delegate,
      members: """
        func start(_ url: URL) {
          let file = \(folder).appendingPathComponent(UUID().uuidString)
          try? Data().write(to: file)
          session.uploadTask(with: URLRequest(url: url), fromFile: file).resume()
        }
        """, found: isFound ? [removed] : [], silent: isFound ? [] : [removed])
  }

  private static let list =
    "FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)"
  private static let folder = "let folder = FileManager.default.temporaryDirectory"

  static let folders = [
    upload(
      "the folder itself",
      launch: "try? FileManager.default.removeItem(at: FileManager.default.temporaryDirectory)", isFound: true
    ),
    upload(
      "each file",
      launch: "\(folder)\nfor file in (try? \(list)) ?? [] { try? FileManager.default.removeItem(at: file) }",
      isFound: true),
    upload(
      "each file of an optional list",
      launch:
        "\(folder)\nif let files = try? \(list) { files.forEach { try? FileManager.default.removeItem(at: $0) } }",
      isFound: true),
    upload(
      "a path", folder: "URL(fileURLWithPath: NSTemporaryDirectory())",
      delegate: """
        func applicationDidEnterBackground(_ application: UIApplication) {
          let path = NSTemporaryDirectory()
          guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
          for name in names { try? FileManager.default.removeItem(atPath: path + name) }
        }
        """, isFound: true),
    upload(
      "uploads in another folder", folder: "URL.documentsDirectory",
      launch: "try? FileManager.default.removeItem(at: FileManager.default.temporaryDirectory)",
      isFound: false),
    upload(
      "another folder of temporary files",
      launch:
        "try? FileManager.default.removeItem(at: FileManager.default.temporaryDirectory.appendingPathComponent(\"previews\"))",
      isFound: false),
    upload(
      "old files",
      launch:
        "\(folder)\nfor file in (try? \(list)) ?? [] where isOld(file) { try? FileManager.default.removeItem(at: file) }",
      delegate: "func isOld(_ file: URL) -> Bool { true }", isFound: false),
    upload(
      "files of a kind",
      launch:
        "\(folder)\nfor file in (try? \(list)) ?? [] { if file.pathExtension == \"tmp\" { try? FileManager.default.removeItem(at: file) } }",
      isFound: false),
    upload(
      "files if nothing runs",
      launch:
        "Books.shared.session.getAllTasks { tasks in\nguard tasks.isEmpty else { return }\ntry? FileManager.default.removeItem(at: FileManager.default.temporaryDirectory)\n}",
      isFound: false),
    upload(
      "a person's wish",
      delegate:
        "@IBAction func clear() { try? FileManager.default.removeItem(at: FileManager.default.temporaryDirectory) }",
      isFound: false),
  ]

  @Test(arguments: folders) func filesOfUploadsRemain(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Sessions that are replaced

  private static let twice = "session-made-twice"
  private static let begin = "func start(_ url: URL) { session.downloadTask(with: url).resume() }"

  private static func reset(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    app(
      name, delegate: "@IBAction func reset() { Books.shared.reset() }", members: begin + "\n" + code,
      found: isFound ? [twice] : [], silent: isFound ? [] : [twice])
  }

  static let resets = [
    reset("at once", "func reset() { session.invalidateAndCancel(); session = make() }", isFound: true),
    reset(
      "later in the function",
      "func reset() {\nsession.finishTasksAndInvalidate()\ndone = nil\nself.session = make()\n}",
      isFound: true),
    reset(
      "in the delegate",
      "func reset() { session.invalidateAndCancel() }\nfunc urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { self.session = make() }",
      isFound: false),
    reset(
      "a session in the foreground",
      "var other = URLSession(configuration: .ephemeral)\nfunc reset() { other.invalidateAndCancel(); other = URLSession(configuration: .ephemeral) }",
      isFound: false),
  ]

  @Test(arguments: resets) func sessionsEndBeforeTheNextOne(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Delegates of no session

  private static let uncalled = "handler-completion-missing"

  private static func events(_ name: String, delegate: String, types: String = "", isFound: Bool) -> SmallApp
  {
    SmallApp.uikit(
      name, launch: "Tracks.shared.start(URL(string: \"https://example.com/track\")!)",
      delegate: """
        var done: (() -> Void)?
        func application(
          _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
          completionHandler: @escaping () -> Void
        ) { done = completionHandler }
        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
          DispatchQueue.main.async { self.done?() }
        }
        """,
      members: """
        final class Tracks: NSObject, URLSessionDelegate {
          static let shared = Tracks()
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.tracks"), delegate: \(delegate), delegateQueue: nil)
          func start(_ url: URL) { session.downloadTask(with: url).resume() }
        }
        \(types)
        """, found: isFound ? ["\(uncalled): of the session's delegate"] : [],
      silent: isFound ? [] : [uncalled])
  }

  static let delegates = [
    events("another type", delegate: "self", isFound: true),
    events(
      "a variable of another type", delegate: "Sink()",
      types: "final class Sink: NSObject, URLSessionDelegate {}", isFound: true),
    events("the type itself", delegate: "UIApplication.shared.delegate as? Delegate", isFound: false),
    events(
      "other sessions and a type of the same name", delegate: "self",
      types: "struct Session {}\nlet other = Session()\nlet plain = URLSession(configuration: .ephemeral)",
      isFound: true),
    events("a delegate that the code does not show", delegate: "Registry.delegate()", isFound: false),
    events(
      "a call by the delegate", delegate: "self",
      types: """
        extension Tracks {
          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            (UIApplication.shared.delegate as? Delegate)?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
          }
        }
        """, isFound: false),
  ]

  @Test(arguments: delegates) func delegatesAreThoseOfASession(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Tasks that properties keep

  private static let missing = "bg-expiration-missing"

  private static func kept(_ name: String, delegate: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["fetch"], identifiers: ["com.example.app.sync"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          self.begin(task)
        }
        """,
      delegate: """
        var current: BGTask?
        func begin(_ task: BGTask) {
          current = task
          URLSession.shared.dataTask(with: url) { _, _, _ in self.end() }.resume()
        }
        func end() {
          current?.setTaskCompleted(success: true)
          current = nil
        }
        \(delegate)
        """, found: isFound ? [missing] : [], silent: isFound ? [] : [missing])
  }

  static let keptTasks = [
    kept("no handler in the app", delegate: "", isFound: true),
    kept(
      "a handler elsewhere", delegate: "func limit() { current?.expirationHandler = { self.end() } }",
      isFound: false),
  ]

  @Test(arguments: keptTasks) func keptTasksExpire(_ app: SmallApp) { app.expectFindings() }
}

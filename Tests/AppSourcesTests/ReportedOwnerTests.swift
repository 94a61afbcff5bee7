import Testing

/// Launch handlers that pass their task on: to objects that keep the task, to functions, and to publishers.
@Suite struct ReportedOwnerTests {
  private static func runner(_ other: String, initializer: String = "") -> String {
    """
    struct Runner {
      let task: BGTask
      \(initializer)
      func run() {
        switch UserDefaults.standard.integer(forKey: "mode") {
        case 0: task.setTaskCompleted(success: true)
        case 1: Client().load { finish($0) }
        default: \(other)
        }
      }
      private func finish(_ isDone: Bool) { task.setTaskCompleted(success: isDone) }
    }
    """
  }

  private static func extensionOfTask(_ failure: String) -> String {
    """
    extension BGTask {
      func run(_ body: () async throws -> Void) async {
        do { try await body(); setTaskCompleted(success: true) } catch { \(failure) }
      }
    }
    extension Client { static func send() async throws {} }
    """
  }

  static let owners = [
    ReportedOutcomeTests.handled(
      "a case of an object's method forgets the task", "Runner(task: task).run()",
      runner("print(\"nothing to do\")"),
      found: ["bg-completion-missing"]),
    ReportedOutcomeTests.handled(
      "an initializer keeps the task, and a case forgets it", "Runner(of: task).run()",
      runner("break", initializer: "init(of given: BGTask) { task = given }"),
      found: ["bg-completion-missing"]),
    ReportedOutcomeTests.handled(
      "each case of an object's method completes the task", "Runner(task: task).run()",
      runner("self.finish(true)"), silent: ["*"]),
    ReportedOutcomeTests.handled(
      "a variable keeps the object, and a case forgets the task",
      "let runner = Runner(task: task)\n runner.run()",
      runner("print(\"nothing to do\")"), found: ["bg-completion-missing"]),
    ReportedOutcomeTests.handled(
      "a variable keeps the object, and each case completes the task",
      "let runner = Runner(task: task)\n Task { runner.run() }", runner("self.finish(true)"), silent: ["*"]),
    ReportedOutcomeTests.handled(
      "an object that its initializer starts", "let runner = Starter(task: task)\n runner.log()",
      """
      final class Starter {
        private let task: BGTask
        init(task: BGTask) {
          self.task = task
          start()
        }
        func log() { print("started") }
        private func start() { Client().load { self.task.setTaskCompleted(success: $0) } }
      }
      """, silent: ["*"]),
    ReportedOutcomeTests.handled(
      "an object in a variable that goes elsewhere, too",
      "let runner = Runner(task: task)\n runner.run()\n Queue.shared.add(runner)",
      runner("break")
        + "\nfinal class Queue { static let shared = Queue(); func add(_ runner: Runner) { print(runner) } }",
      silent: ["*"]),
    ReportedOutcomeTests.handled(
      "the end of the handler completes the task before its work",
      "defer { task.setTaskCompleted(success: true) }\n Task { try? await Client.send() }",
      "extension Client { static func send() async throws { _ = try await URLSession.shared.data(from: URL(string: \"https://example.com\")!) } }",
      found: ["bg-completed-early"]),
    ReportedOutcomeTests.handled(
      "the end of a task completes the launch handler's task",
      "Task {\n defer { task.setTaskCompleted(success: true) }\n try? await Client.send()\n }",
      "extension Client { static func send() async throws { _ = try await URLSession.shared.data(from: URL(string: \"https://example.com\")!) } }",
      silent: ["*"]),
    ReportedOutcomeTests.handled(
      "the failure of a publisher is dropped",
      """
      self.bag = Client.feed().sink(
        receiveCompletion: { _ in }, receiveValue: { _ in task.setTaskCompleted(success: true) })
      """,
      """
      import Combine
      extension Delegate { var bag: AnyCancellable? { get { nil } set {} } }
      extension Client {
        static func feed() -> AnyPublisher<Data, URLError> {
          URLSession.shared.dataTaskPublisher(for: URL(string: "https://example.com")!).map(\\.data).eraseToAnyPublisher()
        }
      }
      """, found: ["bg-completion-missing"]),
    ReportedOutcomeTests.handled(
      "a publisher that replaces its failure",
      """
      self.bag = Client.feed().sink(
        receiveCompletion: { _ in }, receiveValue: { _ in task.setTaskCompleted(success: true) })
      """,
      """
      import Combine
      extension Delegate { var bag: AnyCancellable? { get { nil } set {} } }
      extension Client {
        static func feed() -> AnyPublisher<Data, Never> {
          URLSession.shared.dataTaskPublisher(for: URL(string: "https://example.com")!).map(\\.data)
            .replaceError(with: Data()).eraseToAnyPublisher()
        }
      }
      """, silent: ["*"]),
    ReportedOutcomeTests.handled(
      "a method that the object's delegate calls completes the task", "Runner(task: task).run()",
      """
      final class Runner: NSObject, URLSessionDataDelegate {
        private let task: BGTask
        init(task: BGTask) { self.task = task }
        func run() {
          let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
          session.dataTask(with: URL(string: "https://example.com")!).resume()
        }
        func urlSession(_ s: URLSession, task t: URLSessionTask, didCompleteWithError error: Error?) {
          task.setTaskCompleted(success: error == nil)
        }
      }
      """, silent: ["*"]),
    ReportedOutcomeTests.handled(
      "an extension of the task forgets the failure", "Task { await task.run { try await Client.send() } }",
      extensionOfTask("print(error)"), found: ["bg-completion-missing"]),
    ReportedOutcomeTests.handled(
      "an extension of the task completes it", "Task { await task.run { try await Client.send() } }",
      extensionOfTask("setTaskCompleted(success: false)"), silent: ["*"]),
    ReportedOutcomeTests.handled(
      "an extension of the task completes it as self", "Task { await task.run { try await Client.send() } }",
      extensionOfTask("self.setTaskCompleted(success: false)"), silent: ["*"]),
    ReportedOutcomeTests.handled(
      "a function gets the task for its progress only",
      """
      Task {
        await report(task as? ProgressReporting)
        task.setTaskCompleted(success: true)
      }
      """,
      """
      func report(_ reporter: ProgressReporting?) async {
        guard UserDefaults.standard.bool(forKey: "isOn") else { return }
        reporter?.progress.completedUnitCount = 1
      }
      """, silent: ["*"]),
    ReportedOutcomeTests.handled(
      "a function that gets the task completes it on one way only",
      "report(task)",
      """
      func report(_ task: BGTask) {
        guard UserDefaults.standard.bool(forKey: "isOn") else { return }
        task.setTaskCompleted(success: true)
      }
      """, found: ["bg-completion-missing"]),
  ]

  // MARK: - Objects that the app keeps

  /// An app whose manager makes a queue in its initializer. The queue registers a task, and may be gone when the task is launched.
  private static func queue(_ name: String, isShared: Bool, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        final class Manager {
          \(isShared ? "static let shared = Manager()" : "")
          let queue: Queue
          init() { self.queue = Queue(name: "refresh") }
        }

        final class Queue {
          let name: String
          init(name: String) { self.name = name }
          func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { [weak self] task in
              guard let self else { return }
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              self.load { task.setTaskCompleted(success: true) }
            }
          }
          func submit() {
            let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
            request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
          func load(_ done: @escaping () -> Void) { DispatchQueue.global().async { done() } }
        }

        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            let manager = \(isShared ? "Manager.shared" : "Manager()")
            manager.queue.register()
            manager.queue.submit()
            return true
          }
        }
        """, found: found, silent: silent)
  }

  static let queues = [
    queue("a shared object keeps the object that registers a task", isShared: true, silent: ["*"]),
    queue(
      "nothing keeps the object that registers a task", isShared: false,
      found: ["bg-completion-missing"]),
  ]

  @Test(arguments: queues) func keptObjectIsNotGone(_ app: SmallApp) { app.expectFindings() }

  @Test(arguments: owners) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}

import Testing

/// Ways in which launch handlers end, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedHandlerTests {
  private static func handler(
    _ name: String, _ members: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              self.handle(task as! BGAppRefreshTask)
            }
            schedule()
            return true
          }
          \(members)
        }
        func schedule() {
          let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
          request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
          do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
        }
        """, found: found, silent: silent)
  }

  static let handlers = [
    handler(
      "the method that completes the task is passed on",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        Syncer().run(completion: task.setTaskCompleted)
      }
      }
      final class Syncer {
        func run(completion: @escaping (Bool) -> Void) { completion(true) }
      """, silent: ["*"]),
    handler(
      "completed while a data task runs",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        let request = URLRequest(url: URL(string: "https://example.com")!)
        URLSession.shared.dataTask(with: request) { data, _, _ in print(data as Any) }.resume()
        task.setTaskCompleted(success: true)
      }
      """, found: ["bg-completed-early"]),
    handler(
      "store.sync with closure",
      """
      let store = Store()
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        DispatchQueue.global().async {
          self.store.sync()
        }
        task.setTaskCompleted(success: true)
      }
      }
      final class Store {
      func sync() { print("x") }
      """, found: ["bg-completed-early"]),
    handler(
      "never completed: operation queue without completion",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let queue = OperationQueue()
        task.expirationHandler = { queue.cancelAllOperations() }
        queue.addOperation { print("work") }
      }
      """, found: ["bg-completion-missing"]),
    handler(
      "error path: dataTask guard return",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let work = URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { data,
          response, error in
          guard let data = data, error == nil else {
            print("failed")
            return
          }
          print(data)
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { work.cancel() }
        work.resume()
      }
      """, found: ["bg-completion-missing"]),
    handler(
      "expiration handler only logs",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { print("expired") }
        Task { await work(); task.setTaskCompleted(success: true) }
      }
      func work() async {}
      """, found: ["bg-expiration-missing"]),
    handler(
      "no expiration handler, async func",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        Task { await work(); task.setTaskCompleted(success: true) }
      }
      func work() async {}
      """, found: ["bg-expiration-missing"]),
    handler(
      "group notify",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let group = DispatchGroup()
        var tasks: [URLSessionTask] = []
        for name in ["a", "b"] {
          group.enter()
          let one = URLSession.shared.dataTask(with: URL(string: "https://example.com/" + name)!) { _, _,
            _ in group.leave() }
          tasks.append(one)
          one.resume()
        }
        task.expirationHandler = { tasks.forEach { $0.cancel() } }
        group.notify(queue: .main) { task.setTaskCompleted(success: true) }
      }
      """, silent: ["*"]),
    handler(
      "combine sink",
      #"""
      var bag: Set<AnyCancellable> = []
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        task.expirationHandler = { [weak self] in self?.bag.removeAll(); task.setTaskCompleted(success: false) }
        URLSession.shared.dataTaskPublisher(for: URL(string: "https://example.com")!)
          .map(\.data)
          .sink(receiveCompletion: { completion in
            switch completion {
            case .finished: task.setTaskCompleted(success: true)
            case .failure: task.setTaskCompleted(success: false)
            }
          }, receiveValue: { print($0) })
          .store(in: &bag)
      }
      """#, silent: ["*"]),
    handler(
      "async let with task group and Task value",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let work = Task { () -> Bool in
          await withTaskGroup(of: Bool.self) { group in
            for i in 0..<3 { group.addTask { await self.one(i) } }
            return await group.reduce(true) { $0 && $1 }
          }
        }
        task.expirationHandler = { work.cancel() }
        Task { task.setTaskCompleted(success: await work.value) }
      }
      func one(_ i: Int) async -> Bool { true }
      """, silent: ["*"]),
    handler(
      "result of first Task",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let work = Task { try await self.update() }
        task.expirationHandler = { work.cancel() }
        Task {
          switch await work.result {
          case .success: task.setTaskCompleted(success: true)
          case .failure: task.setTaskCompleted(success: false)
          }
        }
      }
      func update() async throws {}
      """, silent: ["*"]),
    handler(
      "try? await value",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let work = Task { try await self.update() }
        task.expirationHandler = { work.cancel() }
        Task {
          let ok = (try? await work.value) != nil
          task.setTaskCompleted(success: ok)
        }
      }
      func update() async throws {}
      """, silent: ["*"]),
    handler(
      "a defer completes the task",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        let work = Task { @MainActor in
          defer { task.setTaskCompleted(success: !Task.isCancelled) }
          do { try await self.update() } catch { print(error) }
        }
        task.expirationHandler = work.cancel
      }
      func update() async throws {}
      """, silent: ["*"]),
    handler(
      "weak self guard completes",
      """
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        var finished = false
        func finish(_ ok: Bool) {
          guard !finished else { return }
          finished = true
          task.setTaskCompleted(success: ok)
        }
        task.expirationHandler = { finish(false) }
        load { [weak self] ok in
          guard self != nil else { finish(false); return }
          finish(ok)
        }
      }
      func load(_ done: @escaping (Bool) -> Void) { done(true) }
      """, silent: ["*"]),
    handler(
      "delegate object keeps the task",
      """
      private var runner: Runner?
      func handle(_ task: BGAppRefreshTask) {
        schedule()
        runner = Runner(task: task)
        runner?.start()
      }
      }
      final class Runner: NSObject {
      private let task: BGAppRefreshTask
      init(task: BGAppRefreshTask) {
        self.task = task
        super.init()
        task.expirationHandler = { [weak self] in self?.finish(false) }
      }
      func start() { Task { await work(); finish(true) } }
      private func work() async {}
      private func finish(_ ok: Bool) { task.setTaskCompleted(success: ok) }
      """, silent: ["*"]),
  ]

  @Test(arguments: handlers) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}

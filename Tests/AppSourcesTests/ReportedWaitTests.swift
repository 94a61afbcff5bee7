import Testing

/// Waits of the main thread, background tasks that end twice, and Bluetooth managers that share an identifier, as in failures that
/// developers reported. Some apps are correct but look similar.
@Suite struct ReportedWaitTests {
  // MARK: - The main thread

  private static let waits = "code-main-thread-waits"

  private static func push(_ name: String, _ code: String, members: String = "", isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      delegate: """
        func application(
          _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
          fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
        ) {
          let isDone = DispatchSemaphore(value: 0)
          \(code)
          done(.newData)
        }
        func refresh() async {}
        \(members)
        """, found: isFound ? [waits] : [], silent: isFound ? [] : [waits])
  }

  private static func handler(_ name: String, queue: String, _ code: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["processing"], identifiers: ["com.example.app.sync"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: \(queue)) { task in
          self.handle(task)
        }
        """,
      delegate: """
        func handle(_ task: BGTask) {
          let group = DispatchGroup()
          group.enter()
          \(code)
          group.wait()
          task.setTaskCompleted(success: true)
        }
        """, found: isFound ? [waits] : [], silent: isFound ? [] : [waits])
  }

  private static let data = "URLSession.shared.dataTask(with: url) { _, _, _ in"

  static let mainThread = [
    push("a task of the delegate", "Task { await refresh(); isDone.signal() }\nisDone.wait()", isFound: true),
    push(
      "a task of the main actor",
      "Task.detached { @MainActor in await self.refresh(); isDone.signal() }\nisDone.wait(timeout: .distantFuture)",
      isFound: true),
    push(
      "the main queue at the end of a transfer",
      "\(data) DispatchQueue.main.async { isDone.signal() } }.resume()\nisDone.wait()", isFound: true),
    push(
      "the main queue of operations", "OperationQueue.main.addOperation { isDone.signal() }\nisDone.wait()",
      isFound: true),
    handler(
      "a handler on the main queue", queue: ".main",
      "Store.shared.sync { DispatchQueue.main.async { group.leave() } }", isFound: true),
    handler(
      "a handler on the queue of the type", queue: "DispatchQueue.main",
      "Task { await Store.shared.sync(); await MainActor.run { group.leave() } }", isFound: true),
    push(
      "a detached task", "Task.detached { await self.refresh(); isDone.signal() }\nisDone.wait()",
      isFound: false),
    push("the end of a transfer", "\(data) isDone.signal() }.resume()\nisDone.wait()", isFound: false),
    push(
      "a time limit",
      "Task { await refresh(); isDone.signal() }\n_ = isDone.wait(timeout: .now() + 5)", isFound: false),
    push(
      "a wait on another queue",
      "DispatchQueue.global().async { Task { @MainActor in isDone.signal() }; isDone.wait() }", isFound: false
    ),
    push(
      "a signal that may come earlier",
      "DispatchQueue.main.async { isDone.signal() }\nStore.shared.sync { isDone.signal() }\nisDone.wait()",
      isFound: false),
    push(
      "a semaphore that other code gets",
      "Store.shared.sync(isDone)\nTask { isDone.signal() }\nisDone.wait()",
      isFound: false),
    handler(
      "a handler on another queue", queue: "nil",
      "Store.shared.sync { DispatchQueue.main.async { group.leave() } }", isFound: false),
    handler(
      "a handler on the main queue, with work elsewhere", queue: ".main",
      "Store.shared.sync { group.leave() }", isFound: false),
  ]

  @Test(arguments: mainThread) func mainThreadIsFree(_ app: SmallApp) { app.expectFindings() }
}

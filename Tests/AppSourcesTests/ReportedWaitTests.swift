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

  // MARK: - Tasks that end twice

  private static let ended = "uitask-ended-early"
  private static let again = "uitask-ended-early: ends it again"
  private static let end = "UIApplication.shared.endBackgroundTask(task)"

  private static func save(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name,
      delegate: """
        func applicationDidEnterBackground(_ application: UIApplication) { save() }
        func save() {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Save") { UIApplication.shared.endBackgroundTask(task) }
          \(code)
        }
        """, found: isFound ? [again] : [], silent: isFound ? [] : [ended])
  }

  static let ends = [
    save("a branch without return", "if drafts.isEmpty { \(end) }\nwrite()\n\(end)", isFound: true),
    save("in a closure, too", "if drafts.isEmpty { \(end) }\nwrite { \(end) }", isFound: true),
    save("twice in a row", "write()\n\(end)\nprint(1)\n\(end)", isFound: true),
    save("in a case", "switch state { case .none: \(end)\ndefault: break }\nwrite()\n\(end)", isFound: true),
    save("at the start and at the end", "\(end)\nwrite()\n\(end)", isFound: true),
    save("a branch with return", "if drafts.isEmpty { \(end); return }\nwrite()\n\(end)", isFound: false),
    save("both branches", "if drafts.isEmpty { \(end) } else { write(); \(end) }", isFound: false),
    save(
      "an identifier that is reset",
      "if drafts.isEmpty { \(end); task = .invalid }\nwrite()\n\(end)", isFound: false),
    save("success or failure", "write(success: { \(end) }, failure: { _ in \(end) })", isFound: false),
  ]

  @Test(arguments: ends) func tasksEndOnce(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Bluetooth managers

  private static let shared = "code-bluetooth-identifier-shared"

  private static func managers(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["bluetooth-central", "bluetooth-peripheral"], imports: ["CoreBluetooth"],
      launch: "Lock.shared.start()\nLock.shared.restart()\nSensor.shared.start()\nPump.shared.start()",
      members: code, found: isFound ? [shared] : [],
      silent: isFound ? [] : [shared])
  }

  private static func type(
    _ name: String, key: String = "\"app.lock\"", role: String = "Central", more: String = ""
  )
    -> String
  {
    """
    final class \(name): NSObject, CB\(role)ManagerDelegate {
      static let shared = \(name)()
      var manager: CB\(role)Manager?
      func start() {
        manager = CB\(role)Manager(
          delegate: self, queue: nil, options: [CB\(role)ManagerOptionRestoreIdentifierKey: \(key)])
      }
      \(more)
    }
    """
  }

  private static let restart = """
    func restart() {
      manager = CBCentralManager(
        delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "app.lock"])
    }
    """

  static let bluetooth = [
    managers("two types", type("Lock") + "\n" + type("Sensor"), isFound: true),
    managers(
      "a constant", "let key = \"app.lock\"\n" + type("Lock", key: "key") + "\n" + type("Sensor", key: "key"),
      isFound: true),
    managers(
      "a constant and a text",
      "enum Keys { static let lock = \"app.lock\" }\n" + type("Lock", key: "Keys.lock") + "\n"
        + type("Sensor"),
      isFound: true),
    managers("three types", type("Lock") + "\n" + type("Sensor") + "\n" + type("Pump"), isFound: true),
    managers(
      "two peripherals", type("Lock", role: "Peripheral") + "\n" + type("Sensor", role: "Peripheral"),
      isFound: true),
    managers("two identifiers", type("Lock") + "\n" + type("Sensor", key: "\"app.sensor\""), isFound: false),
    managers(
      "a central and a peripheral", type("Lock") + "\n" + type("Sensor", role: "Peripheral"), isFound: false),
    managers("a manager that is made anew", type("Lock", more: restart), isFound: false),
    managers(
      "identifiers of instances", type("Lock", key: "name") + "\n" + type("Sensor", key: "name"),
      isFound: false),
  ]

  @Test(arguments: bluetooth) func identifiersAreUnique(_ app: SmallApp) { app.expectFindings() }
}

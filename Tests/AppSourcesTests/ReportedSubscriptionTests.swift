import Testing

/// Launch handlers that are registered when a value arrives, or when work of another module ends, as in failures that developers reported,
/// with correct code of the same form.
@Suite struct ReportedSubscriptionTests {
  private static func app(_ launch: String, members: String = "", others: String = "") -> String {
    """
    import BackgroundTasks
    import Combine
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      private var bag = Set<AnyCancellable>()
      \(members)
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        \(launch)
        return true
      }
      func applicationDidEnterBackground(_ a: UIApplication) { submit() }
    }
    func register() {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
        submit()
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        task.setTaskCompleted(success: true)
      }
    }
    func submit() {
      do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
      catch { print(error) }
    }
    \(others)
    """
  }

  private static func launching(
    _ name: String, _ launch: String, members: String = "", others: String = "", found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: app(launch, members: members, others: others), found: found, silent: silent)
  }

  /// An account whose user is known only after a transfer.
  private static func account(_ property: String, send: String) -> String {
    """
    final class Account: ObservableObject {
      static let shared = Account()
      \(property)
      func signIn() async throws {
        let (data, _) = try await URLSession.shared.data(from: URL(string: "https://example.com")!)
        \(send)
      }
    }
    final class Screen: UIViewController {
      @IBAction func signIn(_ sender: Any) { Task { try? await Account.shared.signIn() } }
    }
    """
  }

  private static let published = account(
    "@Published var user: String?", send: "user = String(decoding: data, as: UTF8.self)")
  private static let subject = account(
    "let user = CurrentValueSubject<String?, Never>(nil)",
    send: "user.send(String(decoding: data, as: UTF8.self))")
  private static let passed = account(
    "private let subject = PassthroughSubject<String, Never>()\n"
      + "var user: AnyPublisher<String, Never> { subject.eraseToAnyPublisher() }",
    send: "subject.send(String(decoding: data, as: UTF8.self))")

  static let apps = [
    launching(
      "a published property gets its first value after a transfer",
      "Account.shared.$user.compactMap { $0 }.first().sink { _ in register() }.store(in: &bag)",
      others: published, found: ["bg-register-late"]),
    launching(
      "a subject gets its first value after a transfer",
      "Account.shared.user.dropFirst().sink { _ in register() }.store(in: &bag)", others: subject,
      found: ["bg-register-late"]),
    launching(
      "a publisher of a private subject", "Account.shared.user.sink { _ in register() }.store(in: &bag)",
      others: passed, found: ["bg-register-late"]),
    launching(
      "a scheduler delivers the present value after launch",
      "Account.shared.user.receive(on: DispatchQueue.main).sink { _ in register() }.store(in: &bag)",
      others: subject, found: ["bg-register-late"]),
    launching(
      "a subscriber gets the present value at once",
      "Account.shared.user.first().sink { _ in register() }.store(in: &bag)", others: subject,
      silent: ["bg-register-late"]),
    launching(
      "launch sends the value that a subscriber waits for",
      "started.sink { register() }.store(in: &bag)\n started.send()",
      members: "private let started = PassthroughSubject<Void, Never>()", silent: ["*"]),
    launching(
      "launch sets the property that a subscriber waits for",
      "$user.compactMap { $0 }.sink { _ in register() }.store(in: &bag)\n user = \"guest\"",
      members: "@Published private var user: String?", silent: ["*"]),
    launching(
      "a function of another module fetches settings first",
      "RemoteConfig.remoteConfig().fetchAndActivate { _, _ in register() }",
      others: "import FirebaseRemoteConfig", found: ["bg-register-late: is probably registered"]),
    launching(
      "an animation ends first",
      "UIView.animate(withDuration: 0.3, animations: {}, completion: { _ in register() })",
      found: ["bg-register-late"]),
    launching(
      "stores of Core Data are loaded at once",
      "container.loadPersistentStores { _, _ in register() }",
      members: "private let container = NSPersistentContainer(name: \"Model\")", others: "import CoreData",
      silent: ["*"]),
    launching(
      "a function of another module with a closure for settings", "Reporter.start { _ in register() }",
      others: "import Reporting", silent: ["*"]),
    launching(
      "an argument takes the place of a default value", "_ = Model(jobs: jobs)",
      members: "private let jobs = Jobs()",
      others: """
        final class Jobs { init() { register() } }
        final class Model {
          let jobs: Jobs
          init(jobs: Jobs = Jobs()) { self.jobs = jobs }
        }
        """, silent: ["*"]),
    launching(
      "a default value registers again", "_ = Model()", members: "private let jobs = Jobs()",
      others: """
        final class Jobs { init() { register() } }
        final class Model {
          let jobs: Jobs
          init(jobs: Jobs = Jobs()) { self.jobs = jobs }
        }
        """, found: ["bg-register-repeated"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}

import Testing

/// Launch handlers in the extension of a protocol, which run only if a type that adopts the protocol is in use.
@Suite struct AdoptionTests {
  private static func app(_ name: String, _ types: String, launch: String = "") -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            Library().start()
            \(launch)
            return true
          }
        }
        struct Library {
          func start() {}
        }
        public protocol Service {
          static var identifier: String { get }
          func start()
        }
        extension Service {
          public func start() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
              (task as? BGAppRefreshTask)?.setTaskCompleted(success: true)
            }
          }
        }
        \(types)
        """)
  }

  private static let mock =
    "public struct Mock: Service { public static var identifier: String = \"com.example.app.refresh\" }"

  static let used = [
    app("a type that the launch makes", mock, launch: "Mock().start()"),
    app(
      "a type that is passed on", mock,
      launch: "start(Mock())\nfunc start(_ service: Service) { service.start() }"),
    app(
      "a type behind a member of the protocol",
      mock
        + "\nextension Service where Self == Mock { static var mock: Mock { Mock() } }\nfunc run(_ service: some Service) { service.start() }",
      launch: "run(.mock)"),
    app(
      "a view controller, which a storyboard may make",
      "final class Mock: UIViewController, Service { static let identifier = \"com.example.app.refresh\" }"),
  ]

  @Test(arguments: used) func handlersOfTypesInUseAreDeclared(_ app: SmallApp) {
    #expect(app.policy.contains("identifier: com.example.app.refresh"), "\(app.policy)")
  }

  @Test func handlersOfTypesWithoutAUseAreNotDeclared() {
    let app = Self.app("a type that only tests use", Self.mock)
    #expect(!app.policy.contains("tasks:"), "\(app.policy)")
  }
}

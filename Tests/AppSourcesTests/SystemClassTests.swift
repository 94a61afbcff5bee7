import Testing

/// Apps that extend classes of the system, and use the members in their own classes without a receiver.
@Suite struct SystemClassTests {
  private static func app(_ name: String, extending type: String, with member: String, by call: String)
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              self.submit()
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        extension \(type) {
          \(member)
        }
        final class Scene: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) { \(call).submit() }
        }
        """)
  }

  static let apps = [
    app(
      "a property of NSObject", extending: "NSObject",
      with: "var delegate: Delegate { UIApplication.shared.delegate as! Delegate }", by: "delegate"),
    app(
      "a method of NSObject", extending: "NSObject",
      with: "func delegate() -> Delegate? { UIApplication.shared.delegate as? Delegate }", by: "delegate()?"),
    app(
      "a property of UIResponder", extending: "UIResponder",
      with: "var delegate: Delegate { UIApplication.shared.delegate as! Delegate }", by: "self.delegate"),
  ]

  @Test(arguments: apps) func membersOfTheirExtensionsAreFound(_ app: SmallApp) {
    #expect(app.policy.contains("submittedAt: [enteringBackground, handlerStart]"), "\(app.policy)")
  }

  /// A class that inherits from no class of the system has no members of `NSObject`.
  @Test func otherClassesHaveNoMembersOfTheirs() {
    let app = Self.app(
      "a property of UIView", extending: "UIView",
      with: "var delegate: Delegate { UIApplication.shared.delegate as! Delegate }", by: "delegate")
    #expect(!app.policy.contains("enteringBackground"), "\(app.policy)")
  }
}

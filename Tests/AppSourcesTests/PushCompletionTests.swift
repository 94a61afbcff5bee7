import AppFacts
import AppSources
import Testing

/// The exits of a method that receives a push, and the closures in the method.
@Suite struct PushCompletionTests {
  static let methods: [(String, [Bool])] = [
    // Without a completion handler, the method has nothing to call.
    ("if let done { done(.newData) } else if let other = done { other(.noData) }", []),
    ("if let done = done { done(.newData) }", []),
    ("if done == nil { return }\n done?(.newData)", []),
    ("guard let done else { return }\n done(.newData)", []),
    ("guard let text else { return }\n done?(.newData)", [true]),
    ("if isReady { done?(.newData) }", [true]),
    // Each closure may run too late.
    (
      "wait { guard isOpen else { return }\n done?(.failed) }\n load { guard isOpen else { return }\n done?(.newData) }",
      [false, false]
    ),
  ]

  @Test(arguments: methods) func waysOutAreKnown(_ body: String, exits: [Bool]) throws {
    let text = """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any],
          fetchCompletionHandler done: ((UIBackgroundFetchResult) -> Void)?) { \(body) }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    let fact = try #require(facts.first { $0.kind == .remoteNotification })
    #expect(fact.values.filter { $0.key == "exit" }.map { $0.value.bool ?? true } == exits)
  }
}

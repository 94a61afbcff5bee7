import AppFacts
import AppSources
import Testing

/// Code whose parts multiply each other is read, or refused at a limit, in time that is proportional to its length.
@Suite struct MultipliedCodeTests {
  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  /// Constants, each of which contains the previous constant several times.
  private static func constants(
    _ levels: Int, from first: String, _ next: (String) -> String
  ) -> String {
    "let c0 = \(first)\n" + (1...levels).map { "let c\($0) = \(next("c\($0 - 1)"))\n" }.joined()
      + "func run() { \(register("c\(levels)")) }\n"
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ", ")
  }

  private static func register(_ identifier: String) -> String {
    "BGTaskScheduler.shared.register(forTaskWithIdentifier: \(identifier), using: nil) { _ in }"
  }

  private static let cancel = "BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: \"a\")\n"

  /// Texts of code with their number of facts; `nil` if the reader refuses the code.
  static let cases: [(name: String, text: String, facts: Int?)] = [
    ("lists", constants(6, from: "[1]") { name in "[\(list(200) { _ in name })]" }, 1),
    ("interpolations", constants(6, from: "\"a\"") { name in "\"\(times(200, "\\(\(name))"))\"" }, 1),
    ("sums", constants(6, from: "\"a\"") { name in "\(name)" + times(12, " + \(name)") }, 1),
    ("choices", constants(7, from: "true") { name in "\(name) == \(name) ? !\(name) : !\(name)" }, 1),
    (
      "dictionaries",
      constants(6, from: "[\"a\": 1]") { name in "[\(list(200) { index in "\"\(index)\": \(name)" })]" }, 1
    ),
    ("cases", "enum E: String {\n\(times(20_000, "case a = \"b\"\n"))}\n", 0),
    (
      "overloads",
      times(1_000, "func f(_ x: Int) { f(1); f(2) }\n") + "func run() { \(register("\"a\"")) }\n", nil
    ),
    ("tasks", "func run() {\n\(times(12_000, cancel))}\n", nil),
    (
      "protected files",
      "func run(_ data: Data) {\n\(times(6_000, "try? data.write(to: url, options: .completeFileProtection)\n"))}\n",
      nil
    ),
  ]

  @Test(arguments: cases.indices) func isKnownOrRefused(_ index: Int) {
    let (name, text, facts) = Self.cases[index]
    let file = SourceFile(path: "App.swift", text: "import BackgroundTasks\n" + text)
    let index = CodeReader.index(file)
    #expect(index.refusal == nil, "\(name)")
    let linked = CodeReader.link([index], texts: LocalizedTexts())
    if let facts {
      #expect(
        linked.facts.count == facts && linked.refusal == nil, "\(name): \(String(describing: linked.refusal))"
      )
    } else {
      #expect(linked.refusal != nil, "\(name): \(linked.facts.count)")
    }
  }

  /// An observer may post the notification that it observes.
  @Test(arguments: [
    "NotificationCenter.default.addObserver(forName: .mine, object: nil, queue: nil) { _ in BODY }",
    "for await _ in NotificationCenter.default.notifications(named: .mine) { BODY }",
    "NotificationCenter.default.publisher(for: .mine).sink { _ in BODY }.store(in: &all)",
  ])
  func notificationThatIsPostedAgainEnds(_ observer: String) {
    let body = """
      NotificationCenter.default.post(name: .mine, object: nil)
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.a"))
      """
    let text = """
      import BackgroundTasks
      final class A: UIResponder, UIApplicationDelegate {
        func run() async { \(observer.replacing("BODY", with: body)) }
        func applicationDidEnterBackground(_ application: UIApplication) {
          NotificationCenter.default.post(name: .mine, object: nil)
        }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    #expect(facts.contains { $0.kind == .taskRequest })
  }

  /// Thirty observers lead to each other, so the number of ways through them has 32 digits.
  @Test(arguments: [
    (
      "let sNUMBER = PassthroughSubject<Int, Never>()", "sNUMBER.sink { _ in BODY }.store(in: &bag)",
      "sNUMBER.send(1)"
    ),
    (
      "static let nNUMBER = Notification.Name(\"nNUMBER\")",
      "NotificationCenter.default.addObserver(forName: .nNUMBER, object: nil, queue: nil) { _ in BODY }",
      "NotificationCenter.default.post(name: .nNUMBER, object: nil)"
    ),
  ])
  func observersOfEachOtherEnd(_ declaration: String, _ observer: String, _ send: String) throws {
    let numbers = (0..<30).map(String.init)
    let declarations = numbers.map { declaration.replacing("NUMBER", with: $0) }.joined(separator: "\n")
    let sends = numbers.map { send.replacing("NUMBER", with: $0) }.joined(separator: "; ")
    let observers = numbers.map {
      observer.replacing("NUMBER", with: $0).replacing("BODY", with: "\(sends); submit()")
    }
    let isOfNotifications = declaration.contains("Notification")
    let text = """
      import BackgroundTasks
      import Combine
      \(isOfNotifications ? "extension Notification.Name { \(declarations) }" : "")
      @main final class Delegate: UIResponder, UIApplicationDelegate {
        \(isOfNotifications ? "" : declarations)
        var bag = Set<AnyCancellable>()
        func application(
          _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          \(observers.joined(separator: "\n"))
          return true
        }
        func submit() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.a")) }
        func applicationDidEnterBackground(_ application: UIApplication) {
          \(send.replacing("NUMBER", with: "7"))
        }
      }
      """
    let facts = CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)])
    let submission = try #require(facts.first { $0.kind == .taskSubmission })
    #expect(submission.moments.contains(.applicationEnteringBackground))
  }
}

import AppFacts
import AppSources
import Testing

/// Values of `identifier`, by the ways in which code states them.
@Suite struct ValueTests {
  /// A request whose identifier is an expression, with declarations around it.
  private static func request(
    _ name: String, _ expression: String, around: String = "", in body: String = "", file: String? = nil,
    _ expected: String
  ) -> FactCase {
    let text = """
      \(around)
      final class Refresher: NSObject {
        func schedule() {
          \(body)
          let request = «BGAppRefreshTaskRequest(identifier: \(expression))»
        }
      }
      """
    return FactCase(
      name, [.taskRequest], [("App.swift", text)] + (file.map { [("Other.swift", $0)] } ?? []),
      "taskRequest (unreached) identifier=\(expected) task=appRefresh")
  }

  static let cases: [FactCase] = [
    request("literal", #""com.example.refresh""#, "com.example.refresh"),
    request("raw literal", ##"#"com.example.\refresh"#"##, #"com.example.\refresh"#),
    request("escapes", #""com.example\u{2E}refresh""#, "com.example.refresh"),
    request("lines", "\"\"\"\n    com.example.refresh\n    \"\"\"", "com.example.refresh"),
    request(
      "constant of the file", "identifier", around: #"let identifier = "com.example.refresh""#,
      "com.example.refresh"),
    request(
      "constant of another file", "TaskNames.refresh",
      file: #"enum TaskNames { static let refresh = "com.example.refresh" }"#, "com.example.refresh"),
    request(
      "constant of an extension in another file", "TaskNames.Daily.refresh",
      file:
        "enum TaskNames {}\nextension TaskNames { enum Daily { static let refresh = \"com.example.refresh\" } }",
      "com.example.refresh"),
    request(
      "member of the type itself, not of another", "TaskNames.refresh",
      around: #"enum TaskNames { static let refresh = "com.example.refresh" }"#,
      file: #"enum OtherNames { static let refresh = "com.example.other" }"#, "com.example.refresh"),
    request(
      "explicit raw value", "TaskName.refresh.rawValue",
      around: #"enum TaskName: String { case refresh = "com.example.refresh" }"#, "com.example.refresh"),
    request(
      "implicit raw value", "TaskName.refresh.rawValue",
      around: "enum TaskName: String { case clean, refresh }", "refresh"),
    request(
      "computed property of a case", "TaskName.refresh.identifier",
      around: """
        enum TaskName {
          case refresh, clean
          var identifier: String {
            switch self {
            case .refresh: "com.example.refresh"
            case .clean: "com.example.clean"
            }
          }
        }
        """, "com.example.refresh"),
    request(
      "member of a structure", "TaskName.refresh.identifier",
      around: """
        struct TaskName {
          let identifier: String
          static let refresh = TaskName(identifier: "com.example.refresh")
        }
        """, "com.example.refresh"),
    request(
      "bundle identifier and a suffix", #"Bundle.main.bundleIdentifier! + ".refresh""#,
      "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
    request(
      "bundle identifier in a literal", #""\(Bundle.main.bundleIdentifier ?? "").refresh""#,
      "$(PRODUCT_BUNDLE_IDENTIFIER).refresh"),
    request(
      "bundle of a framework", #"Bundle(for: Refresher.self).bundleIdentifier! + ".refresh""#,
      "?{bundleIdentifier}.refresh"),
    request(
      "value of the run", #""com.example.\(account.id)""#, in: "let account = current()",
      "?com.example.{account}"),
    request("local constant", "name", in: #"let name = "com.example.refresh""#, "com.example.refresh"),
    request(
      "local variable that changes", "name", in: "var name = \"com.example.a\"\n    name = \"com.example.b\"",
      "?"),
    request(
      "local variable that shadows", "name", around: #"let name = "com.example.outer""#,
      in: #"let name = "com.example.inner""#, "com.example.inner"),
    request("choice of the run", #"isDaily ? "com.example.a" : "com.example.b""#, "?"),
    request(
      "branches of #if", "name",
      around:
        "#if DEBUG\nlet name = \"com.example.debug\"\n#else\nlet name = \"com.example.release\"\n#endif",
      "?[DEBUG: com.example.debug][!DEBUG: com.example.release]"),
    request(
      "two types of one name", "TaskNames.refresh",
      around: #"enum TaskNames { static let refresh = "com.example.a" }"#,
      file: #"enum TaskNames { static let refresh = "com.example.b" }"#, "?"),
    request(
      "variable that is assigned to elsewhere", "Settings.name",
      around: #"enum Settings { static var name = "com.example.a" }"#,
      file: #"func change() { Settings.name = "com.example.b" }"#, "?"),
  ]

  @Test(arguments: cases) func reads(_ one: FactCase) { one.check() }

  @Test func targetsTellTypesOfOneNameApart() {
    let names = { (name: String) in "enum Names { static let refresh = \"com.example.\(name)\" }" }
    let request = "func schedule() { _ = BGAppRefreshTaskRequest(identifier: Names.refresh) }"
    let facts = CodeReader.facts(
      of: ["A", "B"].flatMap { target in
        [
          SourceFile(path: "\(target)/Names.swift", text: names(target), target: target),
          SourceFile(path: "\(target)/Request.swift", text: request, target: target),
        ]
      })
    #expect(facts.map { $0["identifier"]?.string } == ["com.example.A", "com.example.B"])
  }

  @Test func testsCountForNothing() {
    let text = #"func schedule() { _ = BGAppRefreshTaskRequest(identifier: "com.example.refresh") }"#
    #expect(CodeReader.facts(of: [SourceFile(path: "AppTests/A.swift", text: text)]).isEmpty)
  }
}

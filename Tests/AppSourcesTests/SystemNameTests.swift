import AppFacts
import AppSources
import Testing

/// Declarations of the app that have the names of the system's types and methods.
@Suite struct SystemNameTests {
  private static func facts(_ code: String, besides other: (path: String, text: String)) -> [CodeFact] {
    CodeReader.facts(of: [
      SourceFile(path: "App.swift", text: "import BackgroundTasks\nimport UIKit\n" + code),
      SourceFile(path: other.path, text: other.text),
    ])
  }

  private static let fakes = "typealias BGTaskScheduler = Int; typealias BGProcessingTaskRequest = Int"

  /// An alias or a type that is visible in a part of the code only, or in some builds only.
  @Test(arguments: [
    "enum Z { \(fakes) }", "private typealias BGTaskScheduler = Int", "#if os(Linux)\n\(fakes)\n#endif",
    "#if DEBUG\n\(fakes)\n#endif", "public typealias BGProcessingTaskRequest = Int", fakes,
    "enum Z { class BGTaskScheduler {}; class BGProcessingTaskRequest {} }",
    "enum Z { struct Request {} }", "enum Z { typealias Request = String }",
    "#if os(Linux)\nextension BGProcessingTaskRequest { init(identifier: String) {} }\n#endif",
    "#if os(Linux)\nextension BGTaskScheduler { func submit(_ x: BGTaskRequest) {} }\n#endif",
  ])
  func submissionsRemain(_ other: String) {
    let code = """
      typealias Request = BGProcessingTaskRequest
      func a() { try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "a")) }
      func b() { try? BGTaskScheduler.shared.submit(Request(identifier: "b")) }
      """
    let facts = Self.facts(code, besides: ("Other.swift", other))
    for kind in [FactKind.taskRequest, .taskSubmission] {
      #expect(
        facts.filter { $0.kind == kind }.map { $0["identifier"]?.string } == ["a", "b"], "\(kind): \(other)")
    }
  }

  @Test(arguments: [
    "#if os(Linux)\nextension UIApplication { func beginBackgroundTask() {} }\n#endif",
    "#if !os(iOS)\nextension NSObject { func beginBackgroundTask() {} }\n#endif",
  ])
  func backgroundTasksRemain(_ other: String) {
    let facts = Self.facts(
      "func a() { _ = UIApplication.shared.beginBackgroundTask() }", besides: ("Other.swift", other))
    #expect(facts.count { $0.kind == .backgroundTask } == 1)
  }

  /// Methods of an app's own type, named like a method of the system. In the first case, a type exists only
  /// in builds for iOS.
  @Test(arguments: [
    "#if os(iOS)\nclass Tasks { static let shared = Tasks(); func beginBackgroundTask() {} }\n#endif",
    "class Tasks { static let shared = Tasks() }\nextension Tasks { func beginBackgroundTask() {} }",
  ])
  func ownMethodsAreNone(_ other: String) {
    let facts = Self.facts("func a() { Tasks.shared.beginBackgroundTask() }", besides: ("Other.swift", other))
    #expect(!facts.contains { $0.kind == .backgroundTask })
  }

  // MARK: - Operators

  /// The operators that an app declares, and whether code between slashes may use them.
  @Test(arguments: [
    ("prefix operator /", true), ("postfix operator /", true), ("prefix operator /-", true),
    ("infix operator /-", false), ("prefix operator -", false), ("", false),
  ])
  func codeBetweenSlashesMayBeRead(_ declaration: String, isUncertain: Bool) {
    let files = [
      SourceFile(path: "App.swift", text: "func a(b: Int, c: Int) {\n_ = /b; work(); _ = c/ }"),
      SourceFile(path: "Operators.swift", text: declaration),
      SourceFile(path: "Sure.swift", text: "func a() { _ = #/b/#; _ = 4 / 2 / 1 }"),
    ].map(CodeReader.index)
    for files in [files, files.map(Self.kept)] {
      let unread = CodeReader.link(files, texts: LocalizedTexts()).unread
      #expect(unread.map(\.location) == (isUncertain ? [FactLocation(file: "App.swift", line: 2)] : []))
      #expect(!unread.contains { !$0.isRefused })
    }
  }

  /// An index as the cache has it.
  private static func kept(_ index: FileIndex) -> FileIndex {
    let file = SourceFile(path: index.path, text: "")
    return CodeReader.index(CodeReader.bytes(of: index), of: file) ?? index
  }
}

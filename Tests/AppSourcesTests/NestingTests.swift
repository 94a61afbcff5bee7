import AppSources
import Foundation
import TestSupport
import Testing

/// Code with excessive nesting is refused, with its place, before a parser sees it, in time that is proportional to its length.
@Suite struct NestingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let reason: String
    let path: String

    init(_ name: String, _ text: String, _ reason: String, in path: String = "App.swift") {
      testDescription = name
      self.text = text
      self.reason = reason
      self.path = path
    }
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  static let cases = [
    Case("generics", "let a: " + times(60_000, "A<") + "B", "Generic arguments"),
    Case("generics in lines", "let a: " + times(60_000, "A <\n") + "B", "Generic arguments"),
    Case("try", "let a = " + times(300_000, "try ") + "b", "Keywords and operators"),
    Case("await", "let a = " + times(300_000, "await\n") + "b", "Keywords and operators"),
    Case("function types", "let a: " + times(120_000, "() -> ") + "B", "Function types"),
    Case("interpolations", "let a = " + times(5_000, "\"\\("), "Interpolations"),
    Case("blocks after a backtick", "let a = /`" + times(20_000, "if x {"), "Brackets, braces and #if"),
    Case("number signs", "let a = " + times(500_000, "#"), "The number signs"),
    Case("conditions", times(50_000, "#if A\n"), "Brackets, braces and #if"),
    Case(
      "parentheses", "#if compiler(>=99)\nlet a = " + times(257, "(") + "\n#endif", "Brackets, braces and #if"
    ),
    Case("functions", times(100_000, "func a() {"), "Brackets, braces and #if"),
    Case("types", times(20_000, "struct A {"), "Brackets, braces and #if"),
    Case("closed too early", times(100_000, ")") + times(100_000, "("), "Brackets, braces and #if"),
    Case("closed wrongly", times(100_000, "{ )"), "Brackets, braces and #if"),
    Case("calls", "let a = b" + times(300_000, "(1)"), "The members and calls"),
    Case("else", "if a {}" + times(200_000, " else if a {}"), "The else branches"),
    Case("strings", times(500_000, "\"a\n"), "The strings without an end"),
    Case("conditional operators", "let a = " + times(100_000, "a ? ") + "b", "Conditional operators"),
    Case("loops without bodies", times(100_000, "while a\n"), "Statements and declarations"),
    Case("loops whose bodies come late", times(100_000, "while a; b {}\n"), "Statements and declarations"),
    Case("classes without bodies", times(100_000, "class A "), "Statements and declarations"),
    Case("bindings", "let a = " + times(100_000, "if let a = ") + "b", "Statements and declarations"),
    Case("square brackets", "let a = " + times(13, "["), "The square brackets"),
    Case(
      "square brackets in arguments", "let a: " + times(13, "[A<") + "B" + times(13, ">]"),
      "The square brackets"),
    Case("square brackets in commas", "let a: " + times(13, "[A<B, "), "The square brackets"),
    Case("square brackets in tuples", "let a: " + times(13, "[(a: "), "The square brackets"),
    Case(
      "square brackets in functions", "let a: " + times(13, "[@Sendable (A, B) -> "), "The square brackets"),
    Case("square brackets after any", "let a = f(" + times(13, "[any "), "The square brackets"),
    Case(
      "square brackets after conditions", "let a: [\n#if A\n" + times(13, "[inout "), "The square brackets"),
    Case("conditions of C", times(100_000, "#if A\n"), "Brackets, braces and #if", in: "App.m"),
    Case(
      "branches of a condition", "#if A\n" + times(50_000, "#elseif B\n") + "#endif", "The branches of an #if"
    ),
    Case(
      "branches with code", "#if A\n" + times(50_000, "#elseif B\nlet a = (1\n") + "#endif",
      "The branches of an #if"),
    Case(
      "branches of a condition of C", "#if A\n" + times(50_000, "#elif B\nint a;\n") + "#endif",
      "The branches of an #if", in: "App.m"),
    Case(
      "type arguments of C", "id" + times(60_000, "<A") + times(60_000, ">") + " a;", "Generic arguments",
      in: "App.m"),
    Case("a constant of the compiler", "#undef __OBJC__", "It defines __OBJC__", in: "App.m"),
    Case("blocks of C", "void a() " + times(100_000, "{"), "Brackets, braces and #if", in: "App.m"),
  ]

  @Test(arguments: cases) func nestingIsRefused(_ one: Case) {
    let index = CodeReader.index(SourceFile(path: one.path, text: "// A line\n" + one.text))
    guard CodeReader.readsObjectiveC || one.path.hasSuffix(".swift") else { return }
    #expect(index.refusal?.reason.hasPrefix(one.reason) == true, "\(String(describing: index.refusal))")
    #expect((index.refusal?.line ?? 0) > 1)
  }

  /// Texts that look like nesting but do not nest.
  static let ordinary = [
    "let a = \"" + times(300, "(") + "\"", "/* " + times(300, "/* ") + times(301, " */"),
    "// " + times(300, "("), "let a = \"\"\"\n" + times(300, "{ ") + "\n\"\"\"",
    "let a = #\"" + times(300, "\\(") + "\"#", times(3_000, "let a = b < c\n"),
    times(3_000, "let a: () -> B\n"),
    times(3_000, "static let a = try! b(c)\n"), times(3_000, "if a { b() } else if c { d() } else { e() }\n"),
    "protocol A {\n" + times(3_000, "func a() -> B\nclass func c(for d: E)\n") + "}",
    times(3_000, "let a = b ? c : d\n"), times(1_000, "repeat { a() } while b\n"),
    times(1_000, "a.b().c?.d![0]\n"),
    "enum A {\n" + times(3_000, "case a, b\n") + "}",
    times(3_000, "@objc @available(iOS 17, *) func a() {}\n"),
    times(1_000, "guard let a = b else { return }\n"), times(1_000, "do { try a() } catch { b() }\n"),
    "let a = [" + times(1_000, "\"a\": [1, 2],\n") + "]", times(1_000, "a = b / c / d\n"),
    "let a: [A] = [" + times(3_000, ".b,\n") + "]", "let a = [" + times(3_000, ".b(1), ") + ".c]",
    "let a = " + times(100, "[\"a\": ") + "1" + times(100, "]"),
    "let a = " + times(100, "[1, ") + times(100, "]"),
    "let a = " + times(100, "[f { ") + "1" + times(100, "}]"),
    "let a: " + times(50, "[A: ") + "B" + times(50, "]"),
    "switch a {\n" + times(3_000, "case .a: .b\n") + "}",
  ]

  @Test(arguments: ordinary.indices) func ordinaryCodeIsRead(_ index: Int) {
    let index = CodeReader.index(SourceFile(path: "App.swift", text: Self.ordinary[index]))
    #expect(index.refusal == nil)
  }

  @Test func codeOfThisPackageIsRead() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Project.path("Sources"))).compactMap {
      $0 as? String
    }
    for file in files where file.hasSuffix(".swift") && file.count.isMultiple(of: 5) {
      let index = CodeReader.index(SourceFile(path: file, text: try Project.text("Sources/\(file)")))
      #expect(index.refusal == nil && !index.isTooDeep, "\(file)")
    }
  }

  /// The parser's own limit would silently omit the rest of the file.
  @Test func codeAfterDeepNestingIsRead() {
    let text = """
      #if compiler(>=99)
      let a = \(Self.times(250, "("))1\(Self.times(250, ")"))
      #endif
      import BackgroundTasks
      func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
      }
      """
    #expect(CodeReader.facts(of: [SourceFile(path: "App.swift", text: text)]).count == 1)
  }

  // MARK: - Manifests

  static let manifests = [
    "let project = Project(name: f(\"a\"))\nfunc f(_ x: String) -> String { f(f(x) + f(x)) }",
    "let project = a30\nlet a0 = \"a\"\n"
      + (1...30).map { "let a\($0) = [\(times(8, "a\($0 - 1),"))]\n" }.joined(),
  ]

  @Test(arguments: manifests) func manifestHasABudget(_ text: String) {
    let error = #expect(throws: SourceLimitError.self) {
      _ = try ManifestReader.value(of: "project", in: [SourceFile(path: "Project.swift", text: text)])
    }
    #expect(error?.reason == "The manifest takes more than 100000 steps to read")
  }
}

import PolicyLint
import PolicyModel
import PolicySyntax
import Testing

/// The rule reads only the code that the app ships.
@Suite struct PrivateSimulateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    let lines: [Int]

    init(_ name: String, _ code: String, lines: [Int] = []) {
      testDescription = name
      self.code = code.replacing("LAUNCH", with: "_simulateLaunchForTaskWithIdentifier")
      self.lines = lines
    }
  }

  static let cases = [
    Case("a selector in a string", #"perform(Selector("LAUNCH:"), with: id)"#, lines: [1]),
    Case("Objective-C", "#import <A/A.h>\n\n[scheduler LAUNCH:@\"a\"];", lines: [3]),
    Case("two lines", "a.LAUNCH(1)\r\nb.LAUNCH(2)\r\n", lines: [1, 2]),
    Case("a comment", "// e -l objc -- [s LAUNCH:@\"a\"]\nlet a = 1 // LAUNCH"),
    Case("a comment of several lines", "/* LAUNCH\n /* LAUNCH */ LAUNCH\n*/ LAUNCH", lines: [3]),
    Case("behind an address", #"let a = "https://example.com"; b(LAUNCH)"#, lines: [1]),
    Case("behind a quote in a string", #"let a = "\" // "; b(LAUNCH)"#, lines: [1]),
    Case("behind a raw string", ##"let a = #"\"#; /* " */ b(LAUNCH) // LAUNCH"##, lines: [1]),
    Case("a string of several lines", "let a = \"\"\"\n  // LAUNCH\n  \"\"\" // LAUNCH", lines: [2]),
    Case("in debug builds", "#if DEBUG\nLAUNCH\n#endif\nLAUNCH", lines: [4]),
    Case("not in debug builds", "#if !DEBUG\nLAUNCH\n#else\nLAUNCH\n#endif", lines: [2]),
    Case("else of debug builds", "  #ifdef DEBUG\nLAUNCH\n  #else\nLAUNCH\n  #endif", lines: [4]),
    Case("within debug builds", "#if DEBUG\n#if os(iOS)\nLAUNCH\n#else\nLAUNCH\n#endif\nLAUNCH\n#endif"),
    Case("perhaps in a release", "#if DEBUG || BETA\nLAUNCH\n#endif", lines: [2]),
    Case("another name", "simulateLaunchForTaskWithIdentifier; _simulateLaunch"),
    Case("no text", "\u{0}\u{FFFD}"),
  ]

  @Test(arguments: cases) func shippedLinesAreFound(_ example: Case) {
    let file = SourceText(name: "App/Debug.swift", text: example.code)
    let found = findings(in: ["App": [file]])
    #expect(
      found
        == example.lines.map {
          "App/Debug.swift:\($0) refers to _simulateLaunchForTaskWithIdentifier, which is for debugging only"
        })
  }

  @Test func eachFolderIsReadWhereItsPolicySays() {
    let file = { SourceText(name: $0, text: "_simulateExpirationForTaskWithIdentifier") }
    let found = findings(
      in: ["App": [file("App/a.m"), file("App/b.swift")], "Shared": [file("Shared/c.swift")]],
      sources: "[App, Shared]")
    #expect(found.map { $0.prefix { $0 != " " } } == ["App/a.m:1", "App/b.swift:1", "Shared/c.swift:1"])
  }

  private func findings(in code: [String: [SourceText]], sources: String = "[App]") -> [String] {
    let text = "schema: 1\napp: { name: A, bundleIdentifier: com.example, sources: \(sources) }\n"
    let reading = PolicyReader.read(
      SourceText(name: "policy.yaml", text: text),
      appFiles: AppFileReader(
        propertyList: { _ in .failure(UnreadableFile("No such file or directory")) },
        code: { .success(code[$0, default: []]) }))
    return Linter.findings(in: reading).filter { $0.name == "bg-private-simulate" }.map(\.diagnostic.message)
  }
}

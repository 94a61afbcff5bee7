import AppFacts
import Testing

@testable import AppProjects

/// Project files that would take forever to read. Reading each of them ends at a limit, and reports the limit.
@Suite struct BudgetTests {
  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private func unread(_ files: [String: String]) -> [UnreadFact] { AppProjects(MemoryTree(files)).unread }

  private static let target = "targets:\n  App: { type: application, platform: iOS, templates: [T0] }\n"

  static let specs: [[String: String]] = [
    // Templates that apply themselves.
    [
      "project.yml": target
        + "targetTemplates:\n  T0: { templates: [T0, T1, T1] }\n  T1: { templates: [T0, T0, T1] }\n"
    ],
    // Each template applies the next template twice.
    [
      "project.yml": target + "targetTemplates:\n"
        + (0..<30).map { "  T\($0): { sources: [a], templates: [T\($0 + 1), T\($0 + 1)] }\n" }.joined()
        + "  T30: { sources: [a] }\n"
    ],
    // Each spec includes the next spec three times.
    Dictionary(
      uniqueKeysWithValues: (0..<28).map { number in
        (
          number == 0 ? "project.yml" : "p\(number).yml",
          (number < 27 ? "include: [\(times(3, "p\(number + 1).yml, "))]\n" : "")
            + "targets: { App: { type: application, platform: iOS, sources: [a] } }\n"
        )
      }),
  ]

  /// XcodeGen applies a template once, and merges a spec once.
  @Test(arguments: specs) func specIsReadWithinItsBudget(_ files: [String: String]) {
    #expect(AppProjects(MemoryTree(files.merging(["a/A.swift": ""]) { $1 })).targets.map(\.name) == ["App"])
    #expect(unread(files).allSatisfy { !$0.isRefused }, "\(unread(files))")
  }

  /// Patterns and conditions whose parts could be tried in too many ways, or too often.
  @Test func patternsTakeNoTime() throws {
    let path = Self.times(60, "a/") + "b.swift"
    #expect(try !#require(GlobPattern(Self.times(24, "**/a/") + "c.swift")).matches(path))
    #expect(try #require(GlobPattern(Self.times(24, "**/a/") + "b.swift")).matches(path))
    #expect(try #require(GlobPattern(Self.times(24, "**/") + "*.swift")).matches(path))
  }

  /// Files in one folder, and patterns with many parts. The folders are compared once, and the comparisons are steps.
  @Test(.timeLimit(.minutes(1))) func filesShareTheComparisonsOfTheirFolders() {
    let patterns = (0..<60).map { "\"\(Self.times(12, "**/*a*/"))*b\($0)\"" }.joined(separator: ", ")
    var files = [
      "project.yml":
        "targets: { App: { type: application, platform: iOS, sources: [{ path: a, excludes: [\(patterns)] }] } }"
    ]
    for number in 0..<300 { files["a/" + Self.times(14, "aaaaaaaaaa/") + "c\(number).swift"] = "" }
    let projects = AppProjects(MemoryTree(files))
    #expect(projects.targets.map(\.sources.count) == [300])
    #expect(projects.unread.allSatisfy { !$0.isRefused }, "\(projects.unread)")
  }

  @Test func comparisonsHaveALimit() throws {
    let pattern = try #require(GlobPattern(Self.times(100, "**/*a*/") + "b"))
    let matcher = GlobMatcher([pattern])
    #expect(!matcher.matches(Self.times(40, "aa/")[...]))
    #expect(matcher.comparisons > 1_000)
  }

  /// Patterns, and the number of steps that a comparison with each pattern takes.
  @Test(arguments: [
    ("Sources/**/*.swift", 1), ("*{a,b}*", 2), ("a/" + times(60, "*a"), 120),
    ("{x," + times(6, "*a") + "}", 13),
  ])
  func manyStarsTakeManySteps(_ pattern: String, steps: Int) throws {
    #expect(try #require(GlobPattern(pattern)).steps == steps)
  }

  @Test func conditionsOfAPropertyListTakeNoTime() {
    let list =
      Self.times(100_000, "#if A\n") + "<plist><dict>"
      + Self.times(5_000, "<key>a</key><string>b</string>\n") + "</dict></plist>"
    let file = TextFile(path: "Info.plist", bytes: Array(list.utf8))
    let regions = ConditionalRegions(file.directives, macros: [])
    #expect((0..<5_000).allSatisfy { regions.state(of: list.utf8.count - $0) == .unknown })
  }

  /// Property lists whose values take two bytes each.
  static let projects: [[String: String]] = [
    ["App.xcodeproj/project.pbxproj": "(\(times(2_000_001, "a,")))"],
    Dictionary(
      uniqueKeysWithValues: (0..<3).map { number in
        ("App\(number).xcodeproj/project.pbxproj", "{ objects = (\(times(700_000, "a,"))); }")
      }),
  ]

  @Test(arguments: projects) func valuesOfProjectFilesHaveALimit(_ files: [String: String]) {
    let unread = unread(files)
    #expect(unread.contains { $0.isRefused && $0.reason.contains("more than 2000000 values") }, "\(unread)")
  }

  private static func targets(_ count: Int, settings: String) -> String {
    "targets:\n"
      + (0..<count).map {
        "  A\($0): { type: application, platform: iOS, sources: [a], settings: { \(settings), INFOPLIST_FILE: Info.plist } }\n"
      }.joined()
  }

  /// Each target has the values of a property list of its own, though the file is read once.
  @Test func valuesOfSharedPropertyListsHaveALimit() {
    let modes = Self.times(20_000, "<string>audio</string>")
    let unread = unread([
      "project.yml": Self.targets(20, settings: "A: B"),
      "Info.plist": "<plist><dict><key>UIBackgroundModes</key><array>\(modes)</array></dict></plist>",
    ])
    #expect(
      unread.contains { $0.isRefused && $0.reason.contains("more than 50000 values of property lists") },
      "\(unread)")
  }

  /// The preprocessor reads only the keys that facts need, so that other keys take no time for each target.
  @Test func otherKeysAreNotPreprocessed() {
    let unread = unread([
      "project.yml": Self.targets(2, settings: "INFOPLIST_PREPROCESS: YES"),
      "Info.plist": """
      <plist><dict><!--
      #if A
      --><key>k</key><string>b</string><key>UIBackgroundModes</key><array/><!--
      #endif
      --></dict></plist>
      """,
    ])
    #expect(
      unread.count { $0.reason == "A condition of the C preprocessor decides on the value" } == 1, "\(unread)"
    )
  }

  @Test func directivesOfSharedPropertyListsHaveALimit() {
    let unread = unread([
      "project.yml": Self.targets(120, settings: "INFOPLIST_PREPROCESS: YES"),
      "Info.plist": "<plist><dict><!--\n\(Self.times(40_000, "#if A\n"))--></dict></plist>",
    ])
    #expect(unread.contains { $0.isRefused && $0.reason.contains("steps to read") }, "\(unread)")
  }

  @Test(.timeLimit(.minutes(1))) func includedFilesAreParsedOnce() {
    let unread = unread([
      "project.yml":
        "configFiles: { Debug: a.xcconfig, Release: a.xcconfig }\n" + Self.targets(1, settings: "A: B"),
      "a.xcconfig": Self.times(1_000, "#include \"b.xcconfig\"\n"),
      "b.xcconfig": Self.times(20_000, "// comment\n"),
    ])
    #expect(unread.allSatisfy { !$0.isRefused }, "\(unread)")
  }

  /// Names that their file has in another spelling, because of an escape, are looked for in no line.
  @Test(.timeLimit(.minutes(1))) func escapedNamesOfPackagesTakeNoTime() {
    let names = (0..<20_000).map { ",\n\"react\\u002dnative-\($0)\": \"1\"" }.joined()
    let packages = AppProjects(
      MemoryTree([
        "package.json": "{\"dependencies\": {\n\"react-native\": \"1\",\n\"expo-av\": \"1\"\(names)}}"
      ])
    ).packages
    #expect(packages.count == 20_001)
    #expect(packages.first { $0.name == "expo-av" }?.location.line == 3)
    #expect(packages.first { $0.name == "react-native-7" }?.location.line == 0)
  }

  @Test func templatesThatAreUsedOftenAreRead() {
    let spec =
      "targets:\n"
      + (0..<100).map { "  A\($0): { type: application, platform: iOS, templates: [T0, T1] }\n" }.joined()
      + "targetTemplates:\n  T0: { templates: [T1], sources: [a] }\n  T1: { sources: [b] }\n"
    #expect(unread(["project.yml": spec]).allSatisfy { !$0.isRefused })
  }

  @Test func foldersEndAtADepth() {
    let deep = Self.times(70, "a/")
    let files = [
      "project.yml": "targets: { App: { type: application, platform: iOS, sources: [a] } }",
      deep + "App.swift": "",
    ]
    #expect(
      unread(files).contains { $0.isRefused && $0.reason == "Folders are nested deeper than 64 levels" })
  }

  @Test func propertyListHasALimit() {
    let list =
      "<plist><dict><key>UIBackgroundModes</key><array>"
      + Self.times(50_000, "<string>audio</string>\n") + "</array></dict></plist>"
    let files = [
      "project.yml": """
      targets: { App: { type: application, platform: iOS, sources: [a], settings: { INFOPLIST_FILE: Info.plist } } }
      """, "Info.plist": list,
    ]
    #expect(unread(files).contains { $0.isRefused && $0.location.file == "Info.plist" }, "\(unread(files))")
  }

  /// The last of many assignments refers to all assignments before it.
  @Test func inheritanceTakesNoTime() {
    var level = SettingLevel()
    for line in 1...99_000 {
      level.append(
        SettingAssignment(
          name: "A", conditions: [], value: "$(inherited) x",
          location: FactLocation(file: "a.xcconfig", line: line)))
    }
    let candidates = level.candidates(for: "A", before: 50_000)
    #expect(candidates.prefix(2).map(\.index) == [49_999, 49_998])
    #expect(level.candidates(for: "B", before: nil).map(\.index) == [])
  }
}

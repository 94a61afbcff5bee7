import AppFacts
import AppProjects
import Testing

/// Values of manifests that depend on which of two values counts, and on what a name means.
@Suite struct ManifestMeaningTests {
  /// The release of an app of Tuist's whose target and project have some settings; `NAMES` are the names for Swift.
  private static func release(
    _ settings: String, project: String = ".settings()", before: String = ""
  ) throws -> ConfigurationFact {
    let projects = ManifestTests.projects([
      "Tuist.swift": "", "S/a.swift": "",
      "Project.swift": """
      import ProjectDescription
      \(before)
      let project = Project(name: "A", targets: [
        .target(
          name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", infoPlist: "A.plist", sources: ["S/**"],
          settings: \(settings))
      ], settings: \(project))
      """.replacing("NAMES", with: "\"SWIFT_ACTIVE_COMPILATION_CONDITIONS\""),
    ])
    let target = try #require(projects.targets.first)
    return try #require(target.configurations.first { $0.name == target.defaultConfiguration })
  }

  /// Settings with the names that the release has.
  @Test(arguments: [
    (#".settings(base: [NAMES: "A"], release: [NAMES: "B"])"#, "B"),
    (#".settings(base: [NAMES: "A"], debug: [NAMES: "B"])"#, "A"),
    (#".settings(base: [NAMES: "A"], release: [NAMES: "B $(inherited)"])"#, "B A"),
    (
      #".settings(base: [NAMES: "A"], configurations: [.release(name: "Release", settings: [NAMES: "B"])])"#,
      "B"
    ),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]))"#, "B"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]) { $1 })"#, "B"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]) { _, new in new })"#, "B"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"], uniquingKeysWith: { $1 }))"#, "B"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]) { $0 })"#, "A"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]) { old, _ in old })"#, "A"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"]) { own($0, $1) })"#, "*"),
    (#".settings(base: ["X": "", NAMES: "A"].merging([NAMES: "B"], uniquingKeysWith: own))"#, "*"),
  ])
  func oneOfTwoSettingsCounts(_ settings: String, names: String) throws {
    let release = try Self.release(settings)
    #expect((release.compilationConditions + release.undecidedConditions).joined(separator: " ") == names)
  }

  /// Settings of a target that replace what the target says, and not those of the project.
  @Test(arguments: [
    (#".settings(base: ["PRODUCT_BUNDLE_IDENTIFIER": "com.example.b"])"#, ".settings()", "com.example.b"),
    (#".settings(release: ["PRODUCT_BUNDLE_IDENTIFIER": "com.example.b"])"#, ".settings()", "com.example.b"),
    (".settings()", #".settings(base: ["PRODUCT_BUNDLE_IDENTIFIER": "com.example.b"])"#, "com.example.a"),
  ])
  func settingsReplaceTheTargets(_ settings: String, project: String, identifier: String) throws {
    let release = try Self.release(settings, project: project)
    #expect(release.bundleIdentifier?.string == identifier)
  }

  /// A target has the configurations of its own settings and those of its project's.
  @Test(arguments: [
    (".settings()", #".settings(configurations: [.release(name: "Store")])"#, ["Store"]),
    (#".settings(configurations: [.release(name: "Own")])"#, ".settings()", ["Own", "Debug", "Release"]),
    (
      #".settings(configurations: [.release(name: "Own")])"#,
      #".settings(configurations: [.release(name: "Store")])"#,
      ["Own", "Store"]
    ),
  ])
  func configurationsAreJoined(_ settings: String, project: String, names: [String]) throws {
    let projects = ManifestTests.projects([
      "Tuist.swift": "",
      "Project.swift": """
      let project = Project(name: "A", targets: [
        .target(name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", settings: \(settings))
      ], settings: \(project))
      """,
    ])
    #expect(projects.targets.first?.configurations.map(\.name) == names)
  }

  /// Declarations and a text, with the identifier of the app; `nil` if the text has another meaning than it seems to have.
  @Test(arguments: [
    ("", #""com.\("b")""#, "com.b"),
    (
      "extension DefaultStringInterpolation { func appendInterpolation(_ x: String) {} }", #""com.\("b")""#,
      nil
    ),
    ("enum M { static let name = \"b\" }", #""com.\(M.name)""#, "com.b"),
    ("enum M { static let name = \"b\" }\ntypealias N = M", #""com.\(N.name)""#, "com.b"),
    ("enum M { @available(iOS 15, *) static let name = \"b\" }", #""com.\(M.name)""#, "com.b"),
    ("enum M { @Own static var name = \"b\" }", #""com.\(M.name)""#, nil),
    (
      "enum M { static let name = \"b\"; static var all: String { \"com.\\(Self.name)\" } }", "M.all", "com.b"
    ),
    ("struct Own {}\nlet name: Own = \"b\"", #""com.\(name)""#, nil),
    ("let name: String = \"b\"", #""com.\(name)""#, "com.b"),
    ("let String: (String) -> String = { _ in \"c\" }", #"String("com.b")"#, nil),
    ("let name: String = .init(\"com.b\")", "name", "com.b"),
    ("func make(_ name: String) -> String { \"com.\\(name)\" }", #"make("b")"#, "com.b"),
    ("let make: (String) -> String = { \"com.\\($0)\" }", #"make("b")"#, nil),
  ])
  func textsHaveTheirMeaning(_ declarations: String, _ text: String, identifier: String?) throws {
    let release = try Self.release(
      ".settings(base: [\"PRODUCT_BUNDLE_IDENTIFIER\": \(text)])", before: declarations)
    #expect(release.bundleIdentifier?.string == identifier)
  }

  /// Texts that a manifest makes of other texts take memory and time for each byte.
  @Test(arguments: [
    (60_000, #""\(a)""#, true), (60_000, "a + a", false), (30_000, "a + a", true),
    (30_000, "a.lowercased()", true),
    (60, #""\(a)""#, false), (600_000, "a.lowercased()", false),
  ])
  func longTextsAreRefused(_ length: Int, _ text: String, isRefused: Bool) {
    let list = [String](repeating: text, count: 600).joined(separator: ",")
    let projects = ManifestTests.projects([
      "Tuist.swift": "",
      "Project.swift": """
      import ProjectDescription
      let a = "\(String(repeating: "a", count: length))"
      let project = Project(name: "A", targets: [\(list)])
      """,
    ])
    #expect(projects.unread.contains(where: \.isRefused) == isRefused)
  }

  /// Files of a folder that Xcode keeps in step with the disk, with the sources of the app.
  @Test(arguments: [
    (#"buildableFolders: ["S"]"#, #"["T"]"#, ["S/a.swift"], false),
    (
      #"buildableFolders: ["S"]"#,
      #"[.folder("T", exceptions: [.exception(target: "A", included: ["b.swift"])])]"#,
      ["S/a.swift", "T/b.swift"], false
    ),
    (
      #"buildableFolders: ["S"]"#,
      #"[.folder("T", exceptions: .exceptions([.exception(target: "B", included: ["b.swift"])]))]"#,
      ["S/a.swift"], false
    ),
    (
      #"buildableFolders: ["S"]"#,
      #"[.folder("T", exceptions: [.exception(target: "A", included: other())])]"#, ["S/a.swift"], true
    ),
    (#"buildableFolders: ["S"]"#, #"[.folder("T", exceptions: other())]"#, ["S/a.swift"], true),
    (
      #"buildableFolders: ["S"]"#, #"[.folder("T", exceptions: [.exception(other: ["b.swift"])])]"#,
      ["S/a.swift"], true
    ),
    (
      #"buildableFolders: [.folder("S", exceptions: [.exception(excluded: ["c.swift"])])]"#, #"["T"]"#,
      ["S/a.swift"], false
    ),
  ])
  func foldersHaveExceptions(_ folders: String, _ others: String, sources: [String], leavesOutCode: Bool)
    throws
  {
    let projects = ManifestTests.projects([
      "Tuist.swift": "", "S/a.swift": "", "T/b.swift": "", "T/c.swift": "",
      "Project.swift": """
      let project = Project(name: "A", targets: [
        .target(name: "A", destinations: .iOS, product: .app, bundleId: "com.example.a", \(folders)),
        .target(name: "B", destinations: .iOS, product: .unitTests, bundleId: "com.example.b", buildableFolders: \(others)),
      ])
      """,
    ])
    #expect(projects.targets.first { $0.name == "A" }?.sources == sources)
    #expect(projects.unread.contains(where: \.leavesOutCode) == leavesOutCode)
  }
}

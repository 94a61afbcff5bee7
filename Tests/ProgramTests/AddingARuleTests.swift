import Foundation
import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// The walk-through of the documentation adds a rule that compiles and works.
@Suite struct AddingARuleTests {
  private static let page = "Documentation/adding-a-rule.md"

  /// The Swift code of the page: the rule's file, and the line of the catalog.
  private func code() throws -> (file: String, line: String) {
    let blocks = try Project.text(Self.page).matches(of: #/(?s)```swift\n(.*?)```/#).map {
      String($0.output.1)
    }
    try #require(blocks.count == 2)
    return (blocks[0], blocks[1])
  }

  @Test func ruleIsNew() throws {
    let file = try code().file
    let rule = try #require(file.firstMatch(of: #/Rule\(\n\s*"(BGP\d+)", "([a-z0-9-]+)"/#))
    #expect(Catalog.rule(String(rule.output.1)) == nil)
    #expect(Catalog.rule(String(rule.output.2)) == nil)
    // The file has the name of the rule, as all files of rules do.
    let path = try #require(
      try Project.text(Self.page).firstMatch(of: #/Sources/PolicyLint/Rules/\w+/(\w+)\.swift/#))
    #expect(path.output.1.lowercased() == rule.output.2.replacing("-", with: ""))
  }

  @Test func ruleWorks() throws {
    let (file, line) = try code()
    let folder = try ScratchFolder()
    let name = try #require(file.firstMatch(of: #/"BGP\d+", "([a-z0-9-]+)"/#)).output.1
    // The page asks for a line after the last rule of the transfers.
    let words = try #require(Catalog.rules.last { $0.code.hasPrefix("BGP3") }).name.text.split(separator: "-")
    let neighbor = "    ." + words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized } + ",\n"
    let catalog = try Project.text("Sources/PolicyLint/Catalog.swift")
    #expect(catalog.ranges(of: neighbor).count == 1)
    let rule = try folder.write(file, to: "NewRule.swift")
    let format = try Shell.run(
      ["swift", "format", "lint", "--strict", "--configuration", Project.path(".swift-format"), rule])
    #expect(format.status == 0, "\(format.errors)")

    let linter = try sources(in: "Sources/PolicyLint").filter { !$0.hasSuffix("/Catalog.swift") }
    let added = [
      rule, try folder.write(catalog.replacing(neighbor, with: neighbor + line), to: "Catalog.swift"),
      Project.path("Tests/Fixtures/AddingARule/main.swift"),
      Project.path("Tests/TestSupport/MarkedText.swift"),
    ]
    let built = try Shell.run(
      ["swiftc", "-wmo", "-o", folder.path("lint"), "-module-name", "PolicyLint"] + settings() + linter
        + added)
    try #require(built.status == 0, "\(built.errors)")
    let linted = try Shell.run([folder.path("lint"), String(name)])
    let verdicts = Set(linted.output.split(separator: "\n").map(String.init))
    #expect(
      verdicts == [
        "trigger is found at its marks", "fix takes it away", "pass is silent", "codes are in order",
      ], "\(linted.errors)")
  }

  private func sources(in folder: String) throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: Project.path(folder)))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { Project.path("\(folder)/\($0)") }
  }

  /// The compiler options of the package's own build. Its modules and objects are used.
  private func settings() throws -> [String] {
    let products = URL(filePath: Tool.path).deletingLastPathComponent()
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    let modules = [
      "AppFacts", "JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "PropertyList", "Quantities",
    ]
    let objects = try modules.flatMap { module in
      let folder = products.appending(path: "\(module).build")
      // A build folder may contain the objects of files that have been renamed.
      return try sources(in: "Sources/\(module)").map {
        folder.appending(path: "\(URL(filePath: $0).lastPathComponent).o").path
      }
    }
    let yaml = try Shell.run(["pkg-config", "--cflags", "--libs", "yaml-0.1"]).output
    var settings = ["-swift-version", "6", "-I", products.appending(path: "Modules").path]
    settings += ["-package-name", URL(filePath: Project.root).lastPathComponent.lowercased()]
    settings += ["-I", Project.path("Sources/CYaml"), "-lm"]
    for feature in features { settings += ["-enable-upcoming-feature", feature] }
    return settings + yaml.split(whereSeparator: \.isWhitespace).map(String.init) + objects
  }
}

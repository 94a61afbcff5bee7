import TestSupport
import Testing

/// The table of targets in Documentation/architecture.md, compared with Package.swift.
@Suite struct ArchitectureTests {
  @Test func tableOfTargetsIsThePackage() throws {
    let documented = try TargetTable(Project.text("Documentation/architecture.md")).dependencies
    let declared = try PackageTargets(Project.text("Package.swift")).dependencies
    // Without any targets, the test would prove nothing.
    #expect(declared["PolicyModel"]?.contains("PolicySyntax") == true)
    for name in Set(documented.keys).union(declared.keys).sorted() {
      #expect(documented[name] == declared[name], "\(name) in Documentation/architecture.md")
    }
  }

  /// Scripts/check.sh runs the test targets that Scripts/test.sh leaves out.
  @Test func eachTestTargetIsRun() throws {
    let manifest = try Project.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let targets = \[([^\]]*)\]/)?.1)
    let leftOut = list.matches(of: /"(\w+Tests)"/).map { String($0.1) }
    #expect(
      leftOut.allSatisfy {
        manifest.contains("      name: \"\($0)\"") || manifest.contains("(name: \"\($0)\"")
      })
    let script = try Project.text("Scripts/check.sh")
    let filter = try #require(script.firstMatch(of: /programs='([\w|]+)'/)?.1)
    #expect(filter.split(separator: "|").map(String.init) == leftOut)
  }

  @Test func readsRowsOfTheTable() {
    let page =
      "| target | depends on | contents |\n|---|---|---|\n| `A`, `B` | nothing | `x` |\n| `C` | `A`, `B` | y |\n"
    #expect(TargetTable(page).dependencies == ["A": [], "B": [], "C": ["A", "B"]])
  }

  @Test func readsTargetsOfThePackage() {
    let manifest = """
      .systemLibrary(
        name: "A", pkgConfig: "a"),
      .target(name: "B", linkerSettings: []),
      .executableTarget(
        name: "C",
        dependencies: [
          "A", "B",
        ]),
      .executableTarget(
        name: "Benchmark", dependencies: ["C"], path: "Benchmarks"),
      .testTarget(name: "CTests", dependencies: ["C"]),
      """
    #expect(PackageTargets(manifest).dependencies == ["A": [], "B": [], "C": ["A", "B"]])
  }
}

/// The targets in the table of a page, with their dependencies.
private struct TargetTable {
  private(set) var dependencies: [String: Set<String>] = [:]

  init(_ page: String) {
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| target | depends on |") }
    for line in lines.prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|")
      guard cells.count >= 2 else { continue }
      for name in Self.names(in: cells[0]) { dependencies[name] = Set(Self.names(in: cells[1])) }
    }
  }

  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /`(\w+)`/).map { String($0.1) }
  }
}

/// The targets of a manifest whose sources are in their own folder of Sources, with their dependencies.
private struct PackageTargets {
  private(set) var dependencies: [String: Set<String>] = [:]

  init(_ manifest: String) {
    let target = /\.(?:systemLibrary|target|executableTarget|testTarget|plugin)\(\s*name: "(\w+)"/
    let matches = manifest.matches(of: target)
    for (index, match) in matches.enumerated() {
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : manifest.endIndex
      let rest = manifest[match.range.upperBound..<end]
      let kind = match.0
      if kind.hasPrefix(".testTarget") || kind.hasPrefix(".plugin") || rest.contains("path: \"") { continue }
      let list = rest.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      dependencies[String(match.1)] = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
    }
  }
}

import Foundation
import TestSupport
import Testing

/// `Documentation/security.md` names a test for each promise, and for each attack that was once successful.
@Suite struct SecurityPageTests {
  private static let page = "Documentation/security.md"

  /// The names in the last column of the tables in a section.
  private static func names(in section: String) throws -> [[String]] {
    let text = try Project.text(page)
    let start = try #require(text.range(of: "\n## \(section)\n")).upperBound
    let end = text.range(of: "\n## ", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
    let rows = text[start..<end].split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasSuffix("| tests |")
    }
    return rows.map { row in
      let cell = row.split(separator: " | ").last ?? ""
      return cell.matches(of: #/`([^`]+)`/#).map { String($0.1) }
    }
  }

  /// The names of the repositories in `Scripts/hostile.sh`, each with whether an attack on the repository was critical.
  private static func repositories() throws -> [String: Bool] {
    let folder = "Scripts/hostile_repositories"
    let files = try Project.names(in: folder).filter { $0.hasSuffix(".py") }
    var found: [String: Bool] = [:]
    for text in try files.map({ try Project.text("\(folder)/\($0)") }) {
      for match in text.matches(of: #/case\("(\w+)"[^\n]*\)\ndef (\w+)/#) {
        found[String(match.2).replacing("_", with: "-")] = match.1 == "critical"
      }
      for match in text.matches(of: #/\n\w+\("(\w+)", "(\w+)/#) {
        found[String(match.1).replacing("_", with: "-")] = match.2 == "critical"
      }
    }
    return found
  }

  /// The text of each suite, by name.
  private static func suites() throws -> [String: String] {
    let files = try #require(FileManager.default.enumerator(atPath: Project.path("Tests")))
      .compactMap { $0 as? String }.filter { $0.hasSuffix("Tests.swift") }
    var found: [String: String] = [:]
    for file in files {
      let text = try Project.text("Tests/\(file)")
      for match in text.matches(of: #/struct (\w+Tests)\b/#) { found[String(match.1), default: ""] += text }
    }
    return found
  }

  @Test(arguments: [("Promises", 7), ("Attacks", 140)])
  func eachTestIsThere(_ section: String, count: Int) throws {
    let rows = try Self.names(in: section)
    #expect(rows.count == count)
    let repositories = try Self.repositories()
    let suites = try Self.suites()
    for names in rows {
      #expect(!names.isEmpty)
      for name in names {
        if name.hasPrefix("Scripts/") {
          #expect(FileManager.default.fileExists(atPath: Project.path(name)), "\(name)")
        } else if let dot = name.firstIndex(of: ".") {
          let text = suites[String(name[..<dot])] ?? ""
          #expect(text.contains("func \(name[name.index(after: dot)...])("), "\(name)")
        } else {
          #expect(repositories[name] != nil, "\(name)")
        }
      }
    }
  }

  @Test func eachCriticalRepositoryIsNamed() throws {
    let named = Set(try Self.names(in: "Attacks").joined())
    let repositories = try Self.repositories()
    #expect(try Project.text(Self.page).contains(" \(repositories.count) repositories that "))
    let critical = repositories.filter(\.value).keys
    #expect(critical.count > 15)
    #expect(critical.filter { !named.contains($0) }.sorted() == [])
  }
}

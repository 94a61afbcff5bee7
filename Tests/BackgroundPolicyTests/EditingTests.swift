import BackgroundPolicy
import TestSupport
import Testing

/// Tests of entries and completions at a cursor, which is written as `|`.
@Suite struct EditingTests {
  /// A text with a cursor.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: [String]
    var testDescription: String { text }

    init(_ text: String, _ expected: String...) {
      self.text = text
      self.expected = expected
    }

    /// The text without the cursor, and the cursor's offset.
    var parts: (text: String, offset: Int) {
      let index = text.firstIndex(of: "|") ?? text.endIndex
      return (text.replacing("|", with: ""), text[..<index].utf8.count)
    }
  }

  static let entries = [
    Case(
      "schema: 1\nsessions:\n  photos:\n    isDis|cretionary: true\n", "sessions.photos.isDiscretionary",
      "true"),
    Case(
      "schema: 1\nsessions:\n  photos:\n    isDiscretionary: tr|ue\n", "sessions.photos.isDiscretionary",
      "true"),
    Case("schema: 1\nbackgroundModes: [fetch, proc|essing]\n", "backgroundModes[1]", "processing"),
    Case("schema: 1\ntasks: { refresh: { type: app|Refresh } }\n", "tasks.refresh.type", "appRefresh"),
    Case("# a co|mment\n\nschema: 1\n"),
  ]

  @Test(arguments: entries) func entryAtTheCursor(_ example: Case) {
    let (text, offset) = example.parts
    let entry = PolicyDocument(text: text).entry(at: offset)
    #expect([entry?.path, entry?.value].compactMap(\.self) == example.expected)
  }

  @Test func entriesKnowTheirKey() throws {
    let text = "schema: 1\ntasks: { refresh: { type: appRefresh } }\n"
    let entry = try #require(PolicyDocument(text: text).entry(at: 39))
    #expect(entry.key == "type")
    #expect(entry.allowedValues.contains("processing"))
    #expect(entry.summary?.isEmpty == false)
  }

  /// Unfinished texts with a cursor, and completions that have to be offered at the cursor.
  static let completions = [
    Case("schema: 1\ntas|\n", "tasks", "transfers"),
    Case("schema: 1\n|\n", "app", "sessions"),
    Case("schema: 1\nsessions:\n  photos:\n    ti|\n", "timeoutIntervalForResource"),
    Case("schema: 1\nsessions: { photos: { al| } }\n", "allowsCellularAccess"),
    Case("schema: 1\ntasks:\n  refresh:\n    type: |\n", "appRefresh", "processing"),
    Case("schema: 1\ntasks:\n  refresh:\n    requiresExternalPower: t|\n", "true", "false"),
    Case("schema: 1\nsessions: { photos: {} }\ntransfers:\n  roll:\n    session: p|\n", "photos"),
    Case("schema: 1\ntransfers:\n  roll:\n    direction: down|load\n", "upload", "download"),
  ]

  @Test(arguments: completions) func completionsAtTheCursor(_ example: Case) {
    let (text, offset) = example.parts
    let found = PolicyDocument(text: text).completions(at: offset).map(\.text)
    #expect(Set(example.expected).isSubset(of: found), "\(found)")
  }

  @Test func keysThatAreThereAreNotOfferedAgain() {
    let example = Case("schema: 1\nsessions: { photos: { isDiscretionary: true, is| } }\n")
    let found = PolicyDocument(text: example.parts.text).completions(at: example.parts.offset)
    #expect(!found.contains { $0.text == "isDiscretionary" })
    #expect(found.allSatisfy { $0.kind == .key && !$0.summary.isEmpty })
  }
}

/// The program that shows the use of the library.
@Suite struct ExampleProgramTests {
  @Test func isInTheDocumentation() throws {
    let program = try Project.text("Examples/Library/Sources/PrintPolicy/main.swift")
    #expect(try Project.text("Documentation/library.md").contains("```swift\n\(program)```"))
  }

  @Test func readsFixesAndEstimates() throws {
    let folder = try ScratchFolder()
    let text = """
      schema: 1
      app: { name: Example, bundleIdentifier: com.example }
      sessions: { s: { identifier: com.example.s, isDiscretionary: true } }
      transfers: { notes: { session: s, size: 1MB, startedIn: background } }

      """
    let path = try folder.write(text, to: "bgpolicy.yaml")
    let program = Tool.path.replacing(/bgpolicy$/, with: "PrintPolicy")
    let result = try Shell.run([program, path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("note: s gives up after 7d"))
    #expect(result.output.contains(/\nnotes: p95 \d+ s\n/))
  }
}

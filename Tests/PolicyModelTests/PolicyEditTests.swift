import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Tests of changes of one value in a text.
@Suite struct PolicyEditTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    /// The new value; `nil` removes the value.
    let value: String?
    let before: String
    /// The text after the change; `nil` if the change is refused.
    let after: String?

    init(_ description: String, _ path: String, _ value: String?, _ before: String, _ after: String?) {
      testDescription = description
      self.path = path
      self.value = value
      self.before = before
      self.after = after
    }
  }

  static let cases = [
    Case("a word", "a.b", "2", "a:\n  b: 1 # why\n  c: 3\n", "a:\n  b: 2 # why\n  c: 3\n"),
    Case("a word in quotes", "a.b", "x", "a: { b: 'y' } # why\n", "a: { b: x } # why\n"),
    Case("text that needs quotes", "a", "'1: 2'", "a: b\n", "a: '1: 2'\n"),
    Case("a word by a mapping", "a.b", "{batch: 10}", "a:\n  b: c\n", "a:\n  b: { batch: 10 }\n"),
    Case("below a word", "a.b.batch", "10", "a:\n  b: c # why\n", "a:\n  b: { batch: 10 } # why\n"),
    Case(
      "a mapping of lines", "a.b", "10", "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\n", "a:\n  b: 10\n  e: 3\n"),
    Case(
      "a mapping of lines below a comment", "a", "10", "a: # why\n  c: 1\nb: 2\n", "a: # why\n  10\nb: 2\n"),
    Case(
      "a new key", "a.c", "x", "a:\n  # first\n  b: 1 # why\nd: 2\n",
      "a:\n  # first\n  b: 1 # why\n  c: x\nd: 2\n"),
    Case("a new key in braces", "a.c", "[x, 1d]", "a: { b: 1 }\n", "a: { b: 1, c: [x, 1d] }\n"),
    Case("a new key in empty braces", "a.c", "1", "a: {}\n", "a: { c: 1 }\n"),
    Case("a new key below nothing", "a.c", "1", "a:\nb: 2\n", "a: { c: 1 }\nb: 2\n"),
    Case("two new levels", "c.d.e", "1", "a: b\n", "a: b\nc: { d: { e: 1 } }\n"),
    Case(
      "a key with a dot", "model.limiter.base", "30s", "model: { limiter.base: 60s }\n",
      "model: { limiter.base: 30s }\n"),
    Case(
      "a new key with a dot", "model.\"limiter.base\"", "30s", "a: b\n",
      "a: b\nmodel: { limiter.base: 30s }\n"),
    Case("an item", "a[1]", "x", "a: [b, c]\n", "a: [b, x]\n"),
    Case("an item behind the last", "a[2]", "x", "a:\n  - b\n  - c\n", "a:\n  - b\n  - c\n  - x\n"),
    Case("a key of an item", "a[0].b", "2", "a:\n  - b: 1\n    c: 3\n", "a:\n  - b: 2\n    c: 3\n"),
    Case("carriage returns", "a.c", "1", "a:\r\n  b: 1\r\n", "a:\r\n  b: 1\r\n  c: 1\r\n"),
    Case("a tag and an anchor of nobody", "a", "1", "a: !!str &x y\n", "a: 1\n"),
    Case("a text of lines", "a", "x", "a: |\n  one\n  two\nb: 1\n", "a: x\nb: 1\n"),
    Case(
      "a key over what a merge key adds", "b.c", "2", "a: &a { c: 1 }\nb: { <<: *a }\n",
      "a: &a { c: 1 }\nb: { <<: *a, c: 2 }\n"),
    Case("inside of what a merge key adds", "b.c.d", "2", "a: &a { c: { d: 1 } }\nb: { <<: *a }\n", nil),
    Case("an alias", "b.c", "2", "a: &a { c: 1 }\nb: *a\n", nil),
    Case("what an alias repeats", "a.c", "2", "a: &a { c: 1 }\nb: *a\n", nil),
    Case("an item that isn't there", "a[3]", "x", "a: [b]\n", nil),
    Case("below a list", "a.b", "x", "a: [b]\n", nil),
    Case("no YAML", "a", "[", "a: b\n", nil),
    Case("text that is not YAML", "a", "1", "a: [\n", nil),
    Case("a key that goes", "a.b", nil, "a:\n  b: 1\n  c: 2 # why\n", "a:\n  c: 2 # why\n"),
    Case("an item that goes", "a[0]", nil, "a: [b, c]\n", "a: [c]\n"),
    Case("a key that isn't there", "a.d", nil, "a: { b: 1 }\n", nil),
    Case(
      "an item between line separators", "a[1]", nil, "a:\u{2028}- b\u{2028}- c # why\u{2028}d: 1\u{2028}",
      "a:\u{2028}- b\u{2028}# why\u{2028}d: 1\u{2028}"),
    Case(
      "the only item between line separators", "a[0]", nil, "a:\u{2028}- b # why\u{2028}c: 1\n",
      "a: [] # why\u{2028}c: 1\n"),
    Case(
      "a text of lines between line separators", "a", nil, "a: |\u{2028}  b\u{2028}c: 1\u{2028}d: 2\n",
      "c: 1\u{2028}d: 2\n"),
    Case(
      "an item behind a dash in a comment", "a[0]", nil, "a:\n  - # b - c\n    d\n  - e\n",
      "a:\n  # b - c\n  - e\n"),
    Case("an item behind a comment", "a[1]", nil, "a: [b,# why\n  c]\n", "a: [b # why\n  ]\n"),
    Case(
      "an item before a comment and a line separator", "a[0]", nil, "a: [b # why\u{2028}  , c]\n",
      "a: [ # why\u{2028}   c]\n"),
    Case(
      "the only item before a comment", "a[0]", nil, "a: [b # why, so\u{2028}  ,]\n",
      "a: [ # why, so\u{2028}  ]\n"),
    Case("a key with a question mark in braces", "a.b", nil, "a: { ? b : 1, c: 2 }\n", nil),
  ]

  @Test(arguments: cases) func changesThatAndNothingElse(_ example: Case) throws {
    let path = try #require(PolicyPath(example.path))
    let edit = PolicyEdit(path, example.value.map { .set($0) } ?? .removed)
    let source = SourceText(name: "a.yaml", text: example.before)
    guard let after = example.after else {
      #expect(throws: PolicyEdit.EditError.self) { try edit.applied(to: source) }
      return
    }
    let changed = try edit.applied(to: source)
    #expect(String(decoding: changed.bytes, as: UTF8.self) == after)
  }

  static let paths = [
    "a", "a.b", "a[0].b", "a.\"b.c\".d", "a.\"b\\\"c\"", "permittedIdentifiers[12]", "\"\".a",
  ]

  @Test(arguments: paths) func pathsReadBack(_ text: String) throws {
    let path = try #require(PolicyPath(text))
    #expect("\(path)" == text)
    #expect(PolicyPath("\(path)") == path)
  }

  @Test(arguments: [
    "", ".", "a.", ".a", "a..b", "[0]", "a[", "a[x]", "a[-1]", "a.[0]", "\"a", "a\"b\"", "a[0]b",
  ])
  func pathsThatAreNone(_ text: String) {
    #expect(PolicyPath(text) == nil)
  }

  // MARK: - Properties

  static let forms = [
    YAMLForm("block"), YAMLForm("flow") { $0.collections = .flow },
    YAMLForm("JSON") { $0.collections = .json },
    YAMLForm("block with comments") { $0.hasComments = true },
    YAMLForm("double quotes, deeply indented") {
      $0.quotes = .double
      $0.indentation = 7
    },
    YAMLForm("aliases") { $0.hasAliases = true },
    YAMLForm("merge keys") { $0.hasMergeKeys = true },
  ]

  static let texts = [
    "Examples/Photos/bgpolicy.yaml", "Examples/Podcasts/bgpolicy.yaml",
    "Tests/Fixtures/Language/every-section.bgpolicy.yaml",
  ]

  static let values = ["12", "oneAtATime", "{ batch: 50 }", "[a, '1', 1]", "\"x: #y\"", "true", "~"]

  /// The edited text reads as the original with only the one value changed, in every form and with every value.
  @Test(arguments: texts, forms) func readsBackWithThatValueAlone(_ file: String, _ form: YAMLForm) throws {
    let original = try #require(YAMLData(text: Project.text(file)))
    let text = form.text(of: original)
    let source = SourceText(name: file, text: text)
    var random = SplitMix(seed: 11)
    var made = 0
    for path in original.paths {
      let value = Self.values[random.below(Self.values.count)]
      let isRemoval = random.below(5) == 0
      let data = try #require(isRemoval ? YAMLData.scalar("", isText: false) : YAMLData(text: value))
      var steps = path
      if !isRemoval, random.below(4) == 0 { steps = path.dropLast() + [.key("anew"), .key("deeper")] }
      if case .item? = path.last, steps != path { continue }
      let edit = PolicyEdit(Self.path(steps), isRemoval ? .removed : .set(value))
      guard let changed = try? edit.applied(to: source) else { continue }
      made += 1
      let expected = original.setting(steps[...], to: isRemoval ? nil : data)
      let result = YAMLData(text: String(decoding: changed.bytes, as: UTF8.self))
      #expect(result?.sorted == expected.sorted, "\(edit.path)")
    }
    // Values that aliases repeat can't be changed. In forms without aliases, nearly all values can be changed.
    #expect(made * 10 >= original.paths.count * (form.hasAliases || form.hasMergeKeys ? 1 : 9))
  }

  /// An edit changes no byte outside of the changed lines.
  @Test(arguments: texts) func everyOtherLineStays(_ file: String) throws {
    let text = try Project.text(file)
    let original = try #require(YAMLData(text: text))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for path in original.paths {
      let edit = PolicyEdit(Self.path(path), .set("12"))
      guard let changed = try? edit.applied(to: SourceText(name: file, text: text)) else { continue }
      let new = String(decoding: changed.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let head = zip(lines, new).prefix { $0 == $1 }.count
      let tail = zip(lines.reversed(), new.reversed()).prefix { $0 == $1 }.count
      // Between `head` and `tail`, the new text has only the line with the value.
      #expect(new.count - head - tail <= 1, "\(edit.path)")
    }
  }

  private static func path(_ steps: [YAMLData.Step]) -> PolicyPath {
    PolicyPath(
      steps.map { step in
        switch step {
        case .key(let key): .key(key)
        case .item(let index): .item(index)
        }
      })
  }
}

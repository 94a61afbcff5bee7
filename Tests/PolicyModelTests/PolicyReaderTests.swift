import JSON
import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

@Suite struct PolicyReaderTests {
  private func reading(_ text: String, files: [String: String] = [:]) -> PolicyReading {
    PolicyReader.read(SourceText(name: "app/policy.yaml", text: text)) { path in
      files[path].map { .success(Array($0.utf8)) } ?? .failure(UnreadableFile("there is no such file"))
    }
  }

  /// The fixture uses every section of the language.
  @Test func theWholeLanguageIsRead() throws {
    let text = try Project.text("Tests/Fixtures/Language/every-section.bgpolicy.yaml")
    let base = try Project.text("Tests/Fixtures/Language/org.bgpolicy.yaml")
    let result = reading(text, files: ["app/org.bgpolicy.yaml": base])
    #expect(result.diagnostics.map(\.message) == [])
    let policy = try #require(result.policy)
    #expect(policy.app?.value.name?.value == "Photos")
    #expect(policy.app?.value.deploymentTarget.platforms == [.iOS])
    #expect(policy.targets.map(\.name.value) == ["share"])
    #expect(
      policy.backgroundModes?.value.compactMap(\.value.mode?.value) == [
        "fetch", "processing", "remote-notification", "audio",
      ])
    #expect(policy.permittedIdentifiers?.value.last?.value.owner.value == .sdk)
    #expect(policy.sessions[0].timeoutIntervalForResource.value == .days(2))
    #expect(policy.sessions[0].httpAdditionalHeaders?.value.map(\.name) == ["X-Client"])
    #expect(policy.tasks.map { $0.type?.value } == [.appRefresh, .processing, .continuedProcessing])
    #expect(policy.backgroundTasks.map { $0.taskName?.value } == ["Save state"])
    #expect(policy.pushes[0].payload?.value.aps?.value.map(\.name) == ["content-available"])
    #expect(policy.transfers[0].submit.value == .batch(100))
    #expect(policy.transfers[0].every.value == .every(.days(1)))
    #expect(policy.scenarios[0].days.wifi?.value.map(\.value.description) == ["19:00-07:00"])
    #expect(policy.scenarios[1].weekend?.value.wifi?.value.map(\.value.minutes) == [24 * 60])
    #expect(policy.scenarios[1].weekend?.value.variation?.value == .hours(2))
    #expect(policy.scenarios[1].days.variation?.value == .minutes(45))
    #expect(policy.scenarios[1].battery?.value.atStart?.value.fraction == 0.5)
    #expect(policy.scenarios[1].backgroundRefresh?.value == false)
    #expect(policy.scenarios[1].use?.value == .low)
    #expect(policy.population?.value.map(\.share.fraction) == [0.5, 0.3, 0.2])
    #expect(policy.transfers[0].failureShare.value.fraction == 0.02)
    #expect(policy.transfers[0].retries.value == 3)
    #expect(!policy.transfers[0].isResumable)
    #expect(policy.tasks[2].perDay?.value == 0.5)
    #expect(policy.budgets[0].limits[FigureStatistic(.energyPerDay)] == 900)
    #expect(policy.requirements.map { $0.id?.value } == ["from-the-base", "bulk-stays-off-cellular"])
    #expect(policy.modelOverrides.map(\.name.value) == ["limiter.base", "limiter.lapse"])
    #expect(policy.generate.output.value == "Photos/Generated")
  }

  @Test func pathsAreExact() throws {
    let text = "schema: 1\npermittedIdentifiers: [3]\nsessions: { \"a.b\": { type: [x] } }\n"
    #expect(
      reading(text).diagnostics.map(\.path) == ["permittedIdentifiers[0]", "sessions.\"a.b\".type", ""])
  }

  @Test func aliasIsOneFindingForEachWay() throws {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        one: &base { identifier: com.example.one, timeoutIntervalForResource: soon }
        two: *base
        three: { <<: *base, identifier: com.example.three }
      """
    let diagnostics = reading(text).diagnostics
    #expect(
      diagnostics.map(\.path) == ["one", "two", "three"].map { "sessions.\($0).timeoutIntervalForResource" })
    #expect(Set(diagnostics.map(\.span)).count == 1)
  }

  // MARK: - Base policies

  private static let base = """
    schema: 1
    sessions:
      library: { isDiscretionary: true, timeoutIntervalForResource: 1d, httpAdditionalHeaders: { A: a, B: b } }
      other: { identifier: com.example.other }
    backgroundModes: [fetch]
    require: [{ id: one, for: app, must: {} }]
    """

  @Test func basesMergeKeyByKeyAndTheFileWins() throws {
    let text = """
      schema: 1
      extends: ../base.yaml
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d, httpAdditionalHeaders: { B: mine } }
      backgroundModes: [audio]
      require: [{ id: two, for: app, must: {} }]
      """
    let result = reading(text, files: ["base.yaml": Self.base])
    #expect(result.diagnostics == [])
    let policy = try #require(result.policy)
    let library = try #require(policy.sessions.first)
    #expect(policy.sessions.map(\.name.value) == ["library", "other"])
    #expect(library.isDiscretionary.value)
    #expect(library.timeoutIntervalForResource.value == .days(2))
    #expect(library.httpAdditionalHeaders?.value.map { "\($0.name)=\($0.value.value)" } == ["B=mine", "A=a"])
    #expect(policy.backgroundModes?.value.compactMap(\.value.mode?.value) == ["audio"])
    #expect(policy.requirements.map { $0.id?.value } == ["one", "two"])
    // An inherited value keeps its file and location.
    let discretionary = try #require(library.isDiscretionary.written)
    #expect(result.sources[Int(result.nodes.span(of: discretionary.node).source.index)].name == "base.yaml")
  }

  @Test func aParameterMaySayHowSureItIs() throws {
    let policy = try #require(
      reading(
        """
        schema: 1
        model:
          limiter.base: { value: 58s, confidence: measured, source: "12 delays in device.log" }
          limiter.factor: { value: 2 }
        """, files: [:]
      ).policy)
    #expect(policy.modelOverrides.map { $0.value?.value } == ["58s", "2"])
    #expect(policy.modelOverrides.map { $0.confidence?.value } == [.measured, nil])
    #expect(policy.modelOverrides[0].source?.value == "12 delays in device.log")
  }

  /// A parameter that replaces an inherited parameter inherits no members, such as the confidence.
  @Test func aParameterIsReplacedAsAWhole() throws {
    let files = ["app/a.yaml": "schema: 1\nmodel: { limiter.base: { value: 10s, confidence: measured } }\n"]
    let text = "schema: 1\nextends: a.yaml\nmodel: { limiter.base: { value: 20s } }\n"
    let policy = try #require(reading(text, files: files).policy)
    #expect(policy.modelOverrides.map { $0.value?.value } == ["20s"])
    #expect(policy.modelOverrides[0].confidence == nil)
  }

  @Test(arguments: [
    (
      "{ value: soon }", "policy-bad-value",
      "limiter.base must be a duration up to 100000d, such as 90s or 0.5s; found soon"
    ),
    ("{ confidence: measured }", "policy-missing-key", "value"),
    ("{ value: 58s, confidence: mesured }", "policy-bad-value", "did you mean measured?"),
    ("{ value: 58s, sourc: log }", "policy-unknown-key", "did you mean source?"),
    (
      "{ value: 58s, range: 40s }", "policy-bad-value",
      "range of limiter.base requires the least value, two dots and the greatest value; found 40s"
    ),
    ("{ value: 58s, range: 70s..40s }", "policy-bad-value", "found 70s..40s"),
    ("{ value: 58s, range: 40s..soon }", "policy-bad-value", "found 40s..soon"),
    ("{ value: 58s, range: 60s..70s }", "policy-bad-value", "does not contain the value; found 60s..70s"),
    ("[58s]", "policy-wrong-type", "limiter.base must be a string or a number; found a list"),
  ])
  func aParameterThatCannotBeReadIsReported(_ value: String, _ rule: String, _ message: String) {
    let diagnostics = reading("schema: 1\nmodel: { limiter.base: \(value) }\n", files: [:]).diagnostics
    #expect(diagnostics.map(\.rule.text) == [rule])
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics)")
  }

  @Test(arguments: [
    ("limiter.factor", "2", "1.5..2.5"), ("wifi_budget", "5GB", "1GB..20GB"), ("limiter.cap", "1d", "1h..7d"),
    ("refresh.per_day", "3.502", ".70..10.23"), ("limiter.base", "0.5s", "0.1s..0.5s"),
    ("device.idle_awake", "0", "0..1"),
  ])
  func aParameterHasARange(_ name: String, _ value: String, _ range: String) throws {
    let reading = reading("schema: 1\nmodel: { \(name): { value: \(value), range: \(range) } }\n", files: [:])
    #expect(reading.diagnostics == [])
    #expect(try #require(reading.policy).modelOverrides[0].range?.value == range)
  }

  @Test(arguments: [("limiter.lapse", "idle", "idle..literal"), ("limiter.factor", "2", "0.5..4")])
  func aRangeThatTheParameterCannotHaveIsReported(_ name: String, _ value: String, _ range: String) {
    let diagnostics = reading(
      "schema: 1\nmodel: { \(name): { value: \(value), range: \(range) } }\n", files: [:]
    ).diagnostics
    #expect(diagnostics.map(\.rule.text) == ["policy-bad-value"])
  }

  @Test func aLaterBaseWinsOverAnEarlierOne() throws {
    let files = [
      "app/a.yaml": "schema: 1\nmodel: { limiter.base: 10s, limiter.factor: 3 }\n",
      "app/b.yaml": "schema: 1\nmodel: { limiter.base: 20s }\n",
    ]
    let policy = try #require(reading("schema: 1\nextends: [a.yaml, b.yaml]\n", files: files).policy)
    #expect(
      Dictionary(uniqueKeysWithValues: policy.modelOverrides.map { ($0.name.value, $0.value?.value) }) == [
        "limiter.base": "20s", "limiter.factor": "3",
      ])
  }

  @Test func cyclesAndMissingBasesAreFindings() throws {
    let cycle = reading(
      "schema: 1\nextends: b.yaml\n", files: ["app/b.yaml": "schema: 1\nextends: policy.yaml\n"])
    #expect(cycle.diagnostics.map(\.rule) == [.policyExtends])
    #expect(
      cycle.diagnostics[0].message
        == "The policy extends itself: app/policy.yaml → app/b.yaml → app/policy.yaml")
    let missing = reading("schema: 1\nextends: nowhere.yaml\n")
    #expect(
      missing.diagnostics.map(\.message) == [
        "The base policy app/nowhere.yaml can't be read: there is no such file"
      ])
    let broken = reading("schema: 1\nextends: b.yaml\n", files: ["app/b.yaml": "a: [\n"])
    #expect(broken.diagnostics.map(\.rule) == [.yamlSyntax])
    #expect(broken.sources[Int(broken.diagnostics[0].span.source.index)].name == "app/b.yaml")
  }

  @Test func aChainOfBasesEnds() {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<16_000).map { ("app/b\($0).yaml", "extends: b\($0 + 1).yaml\n") })
    let diagnostics = reading("schema: 1\nextends: b0.yaml\n", files: files).diagnostics
    #expect(diagnostics.map(\.message) == ["The policy extends a chain of more than 16 files"])
    // The longest chain has 16 bases.
    let long = reading(
      "schema: 1\nextends: b0.yaml\n", files: files.merging(["app/b15.yaml": "schema: 1\n"]) { $1 })
    #expect(long.diagnostics == [] && long.sources.count == 17)
  }

  /// The test uses sixteen levels of two files. Each file extends both files of the next level, so 65,536 chains lead to the
  /// last level.
  @Test func aBaseOfSeveralIsReadOnce() throws {
    var files = ["app/a15.yaml": "sessions: { a: {} }\n", "app/b15.yaml": "sessions: { b: {} }\n"]
    for level in 0..<15 {
      for name in ["a", "b"] {
        files["app/\(name)\(level).yaml"] = "extends: [a\(level + 1).yaml, b\(level + 1).yaml]\n"
      }
    }
    let result = reading("schema: 1\nextends: [a0.yaml, b0.yaml]\n", files: files)
    #expect(result.sources.count == 33)
    #expect(try #require(result.policy).sessions.map(\.name.value).sorted() == ["a", "b"])
    let same = reading(
      "schema: 1\nextends: [\(Array(repeating: "a15.yaml", count: 3_000).joined(separator: ", "))]\n",
      files: files)
    #expect(same.sources.count == 2)
  }

  @Test func thereAreLimitsOnBases() {
    let files = Dictionary(uniqueKeysWithValues: (0..<300).map { ("app/b\($0).yaml", "schema: 1\n") })
    func extended(_ count: Int) -> [String] {
      reading(
        "schema: 1\nextends: [\((0..<count).map { "b\($0).yaml" }.joined(separator: ", "))]\n", files: files
      ).diagnostics.map(\.message)
    }
    #expect(extended(256) == [])
    #expect(extended(257) == ["The policy extends more than 256 files"])
    let large = String(repeating: "#", count: 9 << 20) + "\nschema: 1\n"
    let both = reading(
      "schema: 1\nextends: [b.yaml, c.yaml]\n", files: ["app/b.yaml": large, "app/c.yaml": large])
    #expect(both.diagnostics.map(\.message) == ["The policy extends files of more than 16 MiB"])
  }

  @Test(arguments: [("[a, b]", "a list"), ("only text", "a value"), ("~", "nothing")])
  func aBaseIsAMapping(_ text: String, _ found: String) {
    let result = reading("schema: 1\nextends: b.yaml\n", files: ["app/b.yaml": text + "\n"])
    #expect(
      result.diagnostics.map(\.message) == ["The base policy app/b.yaml must be a mapping; found \(found)"])
    #expect(result.diagnostics.map(\.rule) == [.policyExtends])
  }

  // MARK: - Identifiers

  @Test func bundleIdentifierIsTheTargetsOwn() throws {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      sessions:
        one: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).one }
        two: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).two, target: share }
      tasks: { three: { type: processing, identifier: $(PRODUCT_BUNDLE_IDENTIFIER).three } }
      """
    let policy = try #require(reading(text).policy)
    #expect(
      policy.sessions.map { $0.identifier?.value.text } == ["com.example.one", "com.example.share.two"])
    #expect(policy.tasks[0].identifier?.value.text == "com.example.three")
    #expect(policy.tasks[0].identifier?.value.written == "$(PRODUCT_BUNDLE_IDENTIFIER).three")
  }

  @Test(arguments: [
    ("com.example.export.*", "com.example.export.1", true),
    ("com.example.export.*", "com.example.export.*", true),
    ("com.example.export.*", "com.example.export", false),
    ("com.example.export.*", "com.example.exports.1", false),
    ("com.example.export.*", "com.example.export.", false), ("com.example.a", "com.example.a", true),
    ("com.example.a", "com.example.A", false),
  ])
  func wildcardsPermit(_ entry: String, _ name: String, _ isPermitted: Bool) {
    #expect(Identifier(entry).permits(name) == isPermitted)
  }
}

@Suite struct LanguageTests {
  /// Every key of the schema has a description.
  @Test func everyKeyIsDescribed() throws {
    let definitions = try #require(Schema.json["definitions"])
    guard case .object(let tables) = definitions else { return }
    for table in tables {
      guard case .object(let properties) = table.value["properties"] else { continue }
      for property in properties {
        guard case .string(let text) = property.value["description"] else {
          Issue.record("\(table.name).\(property.name) has no description")
          continue
        }
        #expect(
          text.count > 10 && (text.hasSuffix(".") || text.hasSuffix(".*")), "\(table.name).\(property.name)")
      }
    }
  }

  @Test(
    arguments: [
      ("isDiscretionry", "isDiscretionary"), ("Identifier", "identifier"),
      ("timeout-interval-for-request", "timeoutIntervalForRequest"),
      ("xyz", nil), ("typ", "type"),
    ] as [(String, String?)])
  func suggestionIsTheNearest(_ text: String, _ expected: String?) {
    let names = [
      "identifier", "isDiscretionary", "target", "timeoutIntervalForRequest", "timeoutIntervalForResource",
      "type",
    ]
    #expect(Suggestion.nearest(to: text, among: names)?.name == expected)
  }

  @Test(
    arguments: [
      ("foo-bar", "fooBar"), ("library", "library"), ("2fa", "_2fa"), ("a b c", "aBC"), ("self", "self_"),
      ("größe", "größe"),
      ("---", nil), ("_", nil), ("", nil), ("x.y", "xY"), ("e\u{301}", "e\u{301}"), ("a\u{202E}b", "aB"),
    ] as [(String, String?)])
  func keysBecomeSwiftNames(_ key: String, _ name: String?) {
    #expect(SwiftName.of(key) == name)
  }

  @Test(arguments: [
    ("a/b.yaml", "../c.yaml", "c.yaml"), ("b.yaml", "c.yaml", "c.yaml"),
    ("a/b.yaml", "./c/../d.yaml", "a/d.yaml"),
    ("a/b.yaml", "/x/../y.yaml", "/y.yaml"), ("b.yaml", "../../c.yaml", "../../c.yaml"),
    ("/a/b.yaml", "../../../c.yaml", "/c.yaml"),
  ])
  func pathsAreRelativeToThePolicy(_ file: String, _ path: String, _ expected: String) {
    #expect(RelativePath.resolve(path, from: file) == expected)
  }
}

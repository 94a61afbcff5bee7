import JSON
import PlatformFacts
import Testing

@testable import PolicyModel
@testable import PolicySyntax

/// Tests that the table of session properties agrees with the declarations of `struct Session`.
@Suite struct SessionPropertyTests {
  /// The members of `Session` that are not properties of `URLSessionConfiguration`.
  private static let others = [
    "name", "type", "identifier", "instances", "target", "platforms", "runtimeSwitches", "writtenKeys",
  ]
  /// Values of every type that a property has.
  private static let samples =
    ["true", "false", "runtime", "3", "5m", "null", "shared", "[LoggingProtocol]", "{ Accept: text/plain }"]
    + NetworkServiceType.allCases.map(\.rawValue) + CachePolicy.allCases.map(\.rawValue)
    + CookieAcceptPolicy.allCases.map(\.rawValue) + MultipathServiceType.allCases.map(\.rawValue)
    + TLSVersion.allCases.map(\.rawValue) + LegacyTLSProtocol.allCases.map(\.rawValue)

  /// A stored property without an entry is not a property of the language, and an entry needs a place for its value.
  @Test func everyStoredPropertyHasAnEntry() {
    let stored = Mirror(reflecting: Policy.Session(name: .unnamed)).children.compactMap(\.label)
    #expect(stored.filter { !Self.others.contains($0) }.sorted() == SessionProperty.all.map(\.text).sorted())
  }

  /// The key of an entry sets the stored property with the same name, and no other property.
  @Test(arguments: SessionProperty.all.map(\.text)) func keySetsTheProperty(_ name: String) throws {
    let bare = fields(of: try #require(lowered("{}")))
    var isSet = false
    for sample in Self.samples {
      guard let session = lowered("{ \(name): \(sample) }") else { continue }
      let changed = fields(of: session).filter { bare[$0.key] != $0.value }.map(\.key)
      #expect(Set(changed).subtracting(["runtimeSwitches", "writtenKeys"]).isSubset(of: [name]))
      isSet = isSet || changed.contains(name)
    }
    #expect(isSet, "no sample sets \(name)")
  }

  /// Two sessions are equal in a property exactly if a policy sets the property to the same value.
  @Test(arguments: SessionProperty.all.indices) func isEqualSeesTheValue(_ index: Int) throws {
    let property = SessionProperty.all[index]
    let sessions = Self.samples.compactMap { lowered("{ \(property.text): \($0) }") }
    try #require(!sessions.isEmpty)
    for one in sessions {
      var (first, second) = (one, one)
      #expect(property.isEqual(in: &first, and: &second))
    }
    var bare = try #require(lowered("{}"))
    #expect(
      sessions.contains { session in
        var session = session
        return !property.isEqual(in: &session, and: &bare)
      })
  }

  /// The documented default of a property equals the default that `Session` declares, if any.
  @Test(arguments: SessionProperty.all.indices) func documentedDefaultIsTheDeclaredOne(_ index: Int) throws {
    let property = SessionProperty.all[index]
    guard let value = property.defaultValue(inBackground: false), !["shared", .null].contains(value) else {
      return
    }
    let text = value.schemaText
    var written = try #require(lowered("{ type: default, \(property.text): \(text) }"))
    var bare = try #require(lowered("{ type: default }"))
    #expect(property.isEqual(in: &written, and: &bare))
  }

  /// The schema has the defaults that all sessions have in common, and the table of keys has the defaults of each kind.
  @Test(arguments: [
    (name: "waitsForConnectivity", schema: JSONValue.bool(false), cell: "false"),
    ("httpMaximumConnectionsPerHost", .int(6), "6"),
    ("timeoutIntervalForRequest", "60s", "60s"),
    ("multipathServiceType", "none", "none"),
    ("sharedContainerIdentifier", .null, "null"),
    ("urlCache", nil, "null in background sessions, shared in others"),
    ("httpAdditionalHeaders", nil, "none"),
    ("tlsMinimumSupportedProtocolVersion", nil, nil),
  ])
  func defaultsAreDocumented(_ example: (name: String, schema: JSONValue?, cell: String?)) throws {
    let property = try #require(SessionProperty.named(example.name))
    #expect(property.key.description().defaultValue == example.schema)
    #expect(property.defaultText == example.cell)
  }

  @Test(arguments: SessionProperty.all.indices) func isDocumented(_ index: Int) {
    let property = SessionProperty.all[index]
    #expect(!property.citations.isEmpty)
    #expect(property.citations.allSatisfy { $0.address?.hasPrefix("https://") == true })
    #expect(property.key.description().summary.hasSuffix("."))
    if let effect = property.effect { #expect(!effect.hasSuffix(".") && !effect.isEmpty) }
    #expect(Platform.allCases.contains { property.availability.introduced[$0] != nil })
  }

  /// Generated code declares deprecated properties as switches.
  @Test func deprecatedPropertiesAreSwitches() throws {
    let deprecated = SessionProperty.all.filter { $0.availability.deprecated != nil }
    #expect(deprecated.count == 2)
    for property in deprecated {
      let session = try #require(lowered("{ \(property.text): true }"))
      guard case .literal("true") = property.value(in: session) else {
        Issue.record("\(property.name) is not a Bool")
        continue
      }
    }
  }

  @Test func networkSwitchesAreTheRequestsOwn() {
    #expect(
      NetworkSwitch.all.map { "\($0.name)" } == [
        "allowsCellularAccess", "allowsExpensiveNetworkAccess", "allowsConstrainedNetworkAccess",
      ])
  }

  /// The session of a text; `nil` if the text has findings.
  private func lowered(_ text: String) -> Policy.Session? {
    var tree = NodeTree()
    guard let root = YAMLReader.read(SourceText(name: "p.yaml", text: text), into: &tree).root else {
      return nil
    }
    var lowering = Lowering(tree: tree)
    let session = Policy.Session.keys.lower(lowering.nodes.addRoot(root), &lowering)
    return lowering.diagnostics.isEmpty ? session : nil
  }

  private func fields(of session: Policy.Session) -> [String: String] {
    var fields: [String: String] = [:]
    for child in Mirror(reflecting: session).children {
      if let label = child.label { fields[label] = "\(child.value)" }
    }
    return fields
  }
}

extension SessionProperty {
  fileprivate var text: String { "\(name)" }
}

import JSON
import PlatformFacts
import Quantities
import Testing

@testable import PolicyGen
@testable import PolicyLint
@testable import PolicyModel
@testable import PolicySyntax

/// A new property of Apple's requires one entry of a table. An entry that no other code names has an effect everywhere.
@Suite struct NewSessionPropertyTests {
  private static let table =
    SessionProperty.all + [
      SessionProperty(
        "prefersQuietHours", .network, .setting(.bool) { $1(&$0.prefersQuietHours) },
        since: .everySystem(Version(26)), summary: "Whether transfers wait for the night.",
        comment: "whether transfers wait for the night", sources: [.downloadingInBackground])
    ]

  @Test func isInTheSchema() throws {
    let keys = Policy.Session.keys(with: Self.table).definition["properties"]
    let key = try #require(keys?["prefersQuietHours"])
    #expect(key["type"] == "boolean")
    #expect(key["description"] == "Whether transfers wait for the night.")
    #expect(key["default"] == false)
  }

  @Test func isLowered() throws {
    #expect(
      try session("{ identifier: com.example.library, prefersQuietHours: true }").prefersQuietHours.value)
    #expect(try !session("{ identifier: com.example.library }").prefersQuietHours.value)
  }

  @Test func isGenerated() throws {
    let text = """
      schema: 1
      app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "18.0" } }
      sessions: { library: { identifier: com.example.library } }
      """
    var policy = try #require(PolicyReader.read(SourceText(name: "policy.yaml", text: text)).policy)
    policy.sessions = [try session("{ identifier: com.example.library, prefersQuietHours: true }")]
    let context = try #require(
      GenerationContext(
        policy, provenance: Provenance(policy: "policy.yaml"), sessionProperties: Self.table))
    let code = try #require(SessionConfigurations.file(of: policy, in: context)).text
    #expect(
      code.contains("`prefersQuietHours`: whether transfers wait for the night (Downloading files in the"))
    #expect(
      code.contains(
        """
            if #available(iOS 26.0, *) {
              configuration.prefersQuietHours = true
            }
        """))
  }

  @Test func isCompared() throws {
    let quiet = try session("{ identifier: com.example.library, prefersQuietHours: true }")
    let other = try session("{ identifier: com.example.library }")
    let difference = SessionDifference.first(of: quiet, from: other, but: [], among: Self.table)
    #expect(difference.map { "\($0.key)" } == "prefersQuietHours")
    #expect(SessionDifference.first(of: quiet, from: quiet, but: [], among: Self.table) == nil)
  }

  /// The comparison of background sessions omits only the properties that every background session ignores.
  @Test func allThatBackgroundSessionsHaveIsCompared() {
    #expect(
      SessionProperty.all.filter { !$0.isCompared }.map { "\($0.name)" }
        == ["waitsForConnectivity", "protocolClasses", "shouldUseExtendedBackgroundIdleMode"])
  }

  @Test(
    arguments: [
      ("tlsMinimumSupportedProtocol: tlsProtocol12", "tlsMinimumSupportedProtocol"),
      ("tlsMaximumSupportedProtocol: tlsProtocol12", "tlsMaximumSupportedProtocol"),
      ("proxyConfigurations: [corporate]", "proxyConfigurations"), ("proxyConfigurations: []", nil),
      ("httpShouldUsePipelining: true", "httpShouldUsePipelining"), ("httpShouldUsePipelining: false", nil),
      ("waitsForConnectivity: true", nil), ("protocolClasses: [Recorder]", nil),
      ("shouldUseExtendedBackgroundIdleMode: true", nil),
    ] as [(String, String?)]) func differsFromASessionWithout(_ key: String, _ property: String?) throws
  {
    let session = try session("{ identifier: com.example.library, \(key) }")
    let plain = try self.session("{ identifier: com.example.library }")
    for (one, other) in [(session, plain), (plain, session)] {
      let difference = SessionDifference.first(of: one, from: other, but: [])
      #expect(difference.map { "\($0.key)" } == property)
    }
  }

  private func session(_ text: String) throws -> Policy.Session {
    var tree = NodeTree()
    let root = try #require(YAMLReader.read(SourceText(name: "s.yaml", text: text), into: &tree).root)
    var lowering = Lowering(tree: tree)
    let node = lowering.nodes.addRoot(root)
    var session = try #require(Policy.Session.keys(with: Self.table).lower(node, &lowering))
    #expect(lowering.diagnostics == [])
    session.name = Located("library", at: node)
    return session
  }
}

extension Policy.Session {
  /// Replaces the stored property, which is the only part of a new property besides its entry.
  fileprivate var prefersQuietHours: Setting<Bool> {
    get { shouldUseExtendedBackgroundIdleMode }
    set { shouldUseExtendedBackgroundIdleMode = newValue }
  }
}

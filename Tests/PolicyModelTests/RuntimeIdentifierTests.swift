import PolicySyntax
import Testing

@testable import PolicyModel

/// Identifiers that an app composes at run time.
@Suite struct RuntimeIdentifierTests {
  @Test(arguments: [
    ("com.example.album.{album}", "com.example.album.{album}", "album"),
    ("com.example.album.{self.album.name}", "com.example.album.{name}", "name"),
    ("com.example.{kind}.of.{album}", "com.example.{value}", "value"),
    ("com.example.album.", "com.example.album.{value}", "value"),
    ("{album}.upload", "{album}.upload", "album"), ("{item(at: 3)}", "{value}", "value"),
    ("", "{value}", "value"),
  ])
  func formHasOnePlaceholder(_ form: String, _ text: String, _ placeholder: String) {
    let (identifier, name) = Identifier.runtime(form)
    #expect(identifier.text == text && identifier.isRuntime)
    #expect(name == placeholder)
  }

  private static func session(_ keys: String) -> (session: Policy.Session?, messages: [String]) {
    let reading = PolicyReader.read(
      SourceText(
        name: "policy.yaml",
        text: """
          schema: 1
          app: { name: Example, bundleIdentifier: com.example }
          sessions:
            albums: { \(keys) }
          """))
    return (reading.policy?.sessions.first, reading.diagnostics.map(\.message))
  }

  @Test func composedIdentifierIsOneOfSeveralSessions() throws {
    let (found, messages) = Self.session(#"identifier: { runtime: "$(PRODUCT_BUNDLE_IDENTIFIER).{album}" }"#)
    let session = try #require(found)
    #expect(messages == [])
    #expect(session.identifier?.value.text == "com.example.{album}")
    #expect(session.instances?.value.per?.value == "album")
    #expect(session.instances?.value.atMost == nil)
    #expect(session.instanceAffixes?.prefix == "com.example.")
  }

  @Test func declaredInstancesPrevail() throws {
    let (found, _) = Self.session(
      #"instances: { per: album, atMost: 3 }, identifier: { runtime: "com.example.{album}" }"#)
    #expect(try #require(found).mostInstances == 3)
  }

  @Test func fixedIdentifierIsNone() throws {
    let session = try #require(Self.session("identifier: com.example.runtime").session)
    #expect(session.identifier?.value.isRuntime == false && session.instances == nil)
  }

  @Test func formIsRequired() {
    #expect(!Self.session("identifier: { runtime: 3 }").messages.isEmpty)
    #expect(!Self.session("identifier: { }").messages.isEmpty)
  }
}

import Foundation
import PolicyGen
import TestSupport
import Testing

/// Generated code of a policy whose app sets headers and networks at run time, with and without values from
/// the app.
@Suite struct RuntimeValueTests {
  private static let path = "Tests/Fixtures/Generation/runtime-values.bgpolicy.yaml"

  /// A program that prints the values of configurations.
  private static let main = """
    import Foundation

    func show(_ name: String, _ configuration: URLSessionConfiguration) {
      let headers = (configuration.httpAdditionalHeaders ?? [:]).map { "\\($0)=\\($1)" }.sorted()
      print(
        name, configuration.allowsCellularAccess, configuration.allowsExpensiveNetworkAccess,
        configuration.allowsConstrainedNetworkAccess, headers.joined(separator: ","))
    }

    var settings = RuntimeSessionSettings()
    func showAll() {
      show("library", RuntimeSessionConfiguration.library(settings: settings))
      show("accounts", RuntimeSessionConfiguration.accounts(account: "jo", settings: settings))
      show("api", RuntimeSessionConfiguration.api(settings: settings))
    }
    showAll()
    settings.libraryAllowsCellularAccess = true
    settings.libraryAllowsConstrainedNetworkAccess = false
    settings.libraryUserAgent = "Runtime/2"
    settings.accountsAllowsExpensiveNetworkAccess = false
    settings.apiAllowsCellularAccess = false
    settings.apiUserAgent = "Runtime/3"
    showAll()
    show("plain", RuntimeSessionConfiguration.plain)
    settings.libraryXClient2 = "2"
    settings.libraryXClient3 = "3"
    settings.hashValue2 = "hash"
    settings.`default` = "default"
    show("library", RuntimeSessionConfiguration.library(settings: settings))
    show("library-x", RuntimeSessionConfiguration.libraryX(settings: settings))
    show("hash", RuntimeSessionConfiguration.hash(settings: settings))
    show("default", RuntimeSessionConfiguration.default(settings: settings))
    """

  @Test func configurationsHaveTheValuesOfTheApp() async throws {
    let code = try DrivenCode(try Project.text(Self.path), named: Self.path)
    let folder = try ScratchFolder()
    let files = try code.swift.map { try folder.write($0.text, to: $0.path) }
    let program = folder.path("values")
    let result = try await StubModules.built.link(
      files + [try folder.write(Self.main, to: "main.swift")], to: program)
    try #require(result.status == 0, "\(result.errors)")
    let output = try Shell.run([program], in: folder.path).output
    #expect(
      output.split(separator: "\n") == [
        "library false true true Accept=application/json", "accounts true true true ", "api true true true ",
        "library true true false Accept=application/json,User-Agent=Runtime/2", "accounts true false true ",
        "api false true true User-Agent=Runtime/3", "plain true true true ",
        // Properties whose names would be repeated.
        "library true true false Accept=application/json,User-Agent=Runtime/2",
        "library-x true true true Client.=3,Client=2", "hash true true true Value=hash",
        "default true true true *=default",
      ])
  }
}

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

  /// A program that changes the values while its sessions exist, and prints the requests that it submits.
  private static let changes = """
    import Foundation
    import FoundationBG

    actor Work: RuntimeBackgroundHandler {
      func library(_ event: RuntimeSessionEvent) async {}
      func accounts(_ event: RuntimeSessionEvent, account value: String) async {}
      func plain(_ event: RuntimeSessionEvent) async {}
    }

    var settings = RuntimeSessionSettings()
    settings.libraryAllowsCellularAccess = true
    settings.libraryAllowsConstrainedNetworkAccess = false
    let background = RuntimeBackground.start(Work(), settings: settings)
    let sessions = background.sessions
    let request = URLRequest(url: URL(fileURLWithPath: "/"))
    func submit(_ id: String) {
      sessions.submitPhotos([.init(id: id, request: request, file: URL(fileURLWithPath: CommandLine.arguments[0]))])
      sessions.submitMessages([.init(id: id, request: request, resumeData: Data("half".utf8))], account: "jo")
      for name in [RuntimeSessionIdentifier.library, .accounts(account: "jo")] {
        guard let task = Device.shared.submitted(to: name.rawValue).last?.request else { continue }
        let headers = (task.allHTTPHeaderFields ?? [:]).map { "\\($0)=\\($1)" }.sorted()
        print(
          id, task.allowsCellularAccess, task.allowsExpensiveNetworkAccess, task.allowsConstrainedNetworkAccess,
          headers.joined(separator: ","), Device.shared.resumed)
      }
    }
    submit("1")
    settings.libraryAllowsCellularAccess = false
    settings.libraryAllowsConstrainedNetworkAccess = true
    settings.accountsAllowsExpensiveNetworkAccess = false
    settings.libraryUserAgent = "Runtime/2"
    background.apply(settings)
    submit("2")
    settings.libraryAllowsCellularAccess = true
    settings.accountsAllowsExpensiveNetworkAccess = true
    background.apply(settings)
    submit("3")
    """

  /// The lines that a program with the generated code prints.
  private static func output(of main: String) async throws -> [Substring] {
    let code = try DrivenCode(try Project.text(path), named: path)
    let folder = try ScratchFolder()
    let files = try code.swift.map { try folder.write($0.text, to: $0.path) }
    let program = folder.path("values")
    let result = try await StubModules.built.link(
      files + [try folder.write(main, to: "main.swift")], to: program)
    try #require(result.status == 0, "\(result.errors)")
    return try Shell.run([program], in: folder.path).output.split(separator: "\n")
  }

  /// A network that a person forbids is forbidden to the next request, also if a download goes on; a session can't be loosened.
  @Test func laterValuesAreInTheNextRequests() async throws {
    #expect(
      try await Self.output(of: Self.changes) == [
        "1 true true true  1", "1 true true true  1",
        "2 false true true Accept=application/json,User-Agent=Runtime/2 1", "2 true false true  1",
        "3 true true true Accept=application/json,User-Agent=Runtime/2 2", "3 true true true  2",
      ])
  }

  @Test func configurationsHaveTheValuesOfTheApp() async throws {
    #expect(
      try await Self.output(of: Self.main) == [
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

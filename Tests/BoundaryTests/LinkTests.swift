import TestSupport
import Testing

@testable import PolicyReports
@testable import bgpolicy

/// Links of reports: to lines at a commit (`--links`), and in a terminal to the pages of rules.
@Suite struct LinkTests {
  private static let template = "https://git.example.org/a/b/blob/c0ffee/{path}#L{line}"

  @Test(arguments: [
    (template, "apps/one/bgpolicy.yaml", "https://git.example.org/a/b/blob/c0ffee/apps/one/bgpolicy.yaml#L7"),
    (
      template, "a b/{line}(#?).yaml",
      "https://git.example.org/a/b/blob/c0ffee/a%20b/%7Bline%7D%28%23%3F%29.yaml#L7"
    ),
    ("http://localhost/?file={path}&at={line}", "é.yaml", "http://localhost/?file=%C3%A9.yaml&at=7"),
  ])
  func addressesOfLines(_ template: String, _ path: String, _ address: String) throws {
    #expect(try #require(LineLinks(template: template)).address(of: path, line: 7) == address)
  }

  @Test(arguments: [
    "", "{path}{line}", "https://{path}{line}", "https://a.example", "https://a.example/{path}",
    "https://a.example/#L{line}",
    "ftp://a.example/{path}#L{line}", "https://a.example/{path}>#L{line}",
    "https://a.example/ {path}#L{line}",
    "https://a.example/{PATH}/{path}#L{line}", "javascript:alert({line})//{path}",
    "https://a.example/\u{1B}{path}{line}",
  ])
  func otherTextsAreNoTemplates(_ template: String) throws {
    #expect(LineLinks(template: template) == nil)
    let run = try Tool.run("lint", "--links", template)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("--links expects an address of the web with {path} and {line}; found"),
      "\(run.errors)")
  }

  /// A repository with a policy in a folder, which gets a finding after its first commit.
  private func repository() throws -> ScratchRepository {
    let repository = try ScratchRepository()
    let policy = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\n"
    try repository.folder.write(policy, to: "apps/one app/bgpolicy.yaml")
    try repository.folder.write(policy, to: "outside/bgpolicy.yaml")
    try repository.commit("first")
    try repository.folder.write(policy + "backgroundModes: [telepathy]\n", to: "apps/one app/bgpolicy.yaml")
    return repository
  }

  /// Links are the same from any folder, because their paths start at the repository's root.
  @Test(arguments: [
    ("", "apps/one app/bgpolicy.yaml"), ("apps/one app", "bgpolicy.yaml"),
    ("outside", "../apps/one app/bgpolicy.yaml"),
  ])
  func findingsLinkToLines(_ folder: String, _ path: String) throws {
    let repository = try repository()
    let directory = repository.folder.path(folder)
    let address = "https://git.example.org/a/b/blob/c0ffee/apps/one%20app/bgpolicy.yaml#L3"
    func report(_ format: String, _ words: String...) throws -> String {
      try Tool.run(
        words: ["gate", path, "--skip", "generated", "--skip", "budgets", "--format", format] + words,
        in: directory
      ).output
    }
    let markdown = try report("markdown", "--base", "git:main", "--links", Self.template)
    #expect(markdown.contains("| [`\(path):3:19`](<\(address)>) |"), "\(markdown)")
    #expect(markdown.contains(" at [`\(path):3:19`](<\(address)>): "), "\(markdown)")
    #expect(markdown.contains("- [\(path):3](<\(address)>): "), "\(markdown)")
    let html = try report("html", "--base", "git:main", "--links", Self.template)
    #expect(html.split(separator: "<a href=\"\(address)\"").count == 3, "\(html)")
    // Links are the only difference to a report without links.
    let plain = try report("markdown", "--base", "git:main")
    #expect(
      plain.replacing("<!-- -->", with: "")
        == markdown.replacing("](<\(address)>)", with: "").replacing("[`\(path)", with: "`\(path)").replacing(
          "[\(path)", with: "\(path)"))
    #expect(try report("json", "--links", Self.template) == report("json"))
  }

  @Test func filesOutsideOfTheRootHaveNoLink() throws {
    let repository = try repository()
    let run = try Tool.run(
      "lint", "../apps/one app/bgpolicy.yaml", "--root", ".", "--format", "markdown", "--links",
      Self.template,
      in: repository.folder.path("outside"))
    #expect(run.output.contains("bg-mode-unknown") && !run.output.contains("c0ffee"), "\(run.output)")
  }

  // MARK: - Terminals

  static let terminals: [(isTerminal: Bool, variables: [String: String], hasLinks: Bool)] = [
    (true, [:], false), (true, ["TERM": "xterm-256color"], false), (true, ["TERM": "xterm-kitty"], true),
    (true, ["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], true),
    (true, ["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"], false),
    (true, ["TERM": "dumb", "TERM_PROGRAM": "vscode"], false),
    (true, ["TERM": "xterm", "VTE_VERSION": "7003"], true),
    (true, ["TERM": "xterm", "VTE_VERSION": "4200"], false),
    (true, ["TERM": "xterm", "VTE_VERSION": "?"], false),
    (true, ["TERM": "xterm", "WT_SESSION": "1"], true), (false, ["TERM": "xterm-kitty"], false),
    (false, ["FORCE_HYPERLINK": "1"], true), (true, ["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
    (true, ["TERM": "xterm-kitty", "FORCE_HYPERLINK": ""], false),
  ]

  @Test(arguments: terminals) func terminalsWithLinks(
    _ isTerminal: Bool, _ variables: [String: String], _ hasLinks: Bool
  ) {
    #expect(TerminalLinks.areShown(isTerminal: isTerminal) { variables[$0] } == hasLinks)
  }

  @Test func rulesLinkToTheirPages() throws {
    let repository = try repository()
    func lint(_ environment: [String: String], _ words: String...) throws -> String {
      try Tool.run(
        words: ["lint", "apps"] + words, in: repository.folder.path, environment: environment
      ).output
    }
    let forced = try lint(["FORCE_HYPERLINK": "1"], "--color", "always")
    #expect(forced.hasPrefix("\u{1B}]8;;file:///"), "\(forced.debugDescription)")
    let start = "\u{1B}]8;;https://developer.apple.com/"
    let text = try #require(
      forced.firstRange(of: start).map { forced[$0.upperBound...] }, "\(forced.debugDescription)")
    #expect(
      text.contains("\u{1B}\\\u{1B}[1;33mwarning[bg-mode-unknown]\u{1B}[0m\u{1B}]8;;\u{1B}\\\n"),
      "\(text.debugDescription)")
    let colored = try lint([:], "--color", "always")
    #expect(
      !colored.contains("\u{1B}]8") && colored.contains("\u{1B}[1;33mwarning[bg-mode-unknown]"),
      "\(colored.debugDescription)")
    // Without colors, and in other formats, the output contains no control characters.
    #expect(try !lint(["FORCE_HYPERLINK": "1", "NO_COLOR": "1"]).contains("\u{1B}"))
    #expect(try !lint(["FORCE_HYPERLINK": "1"], "--color", "always", "--format", "gcc").contains("\u{1B}"))
  }
}

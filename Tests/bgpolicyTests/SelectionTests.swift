import Foundation
import TestSupport
import Testing

/// `--select`, `--ignore`, `--statistics` and `--exit-zero`.
@Suite struct SelectionTests {
  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example }
    backgroundModes: [processing, fetch, fetch]
    sessions:
      one: { type: default, isDiscretionary: true }
      two: { type: default, isDiscretionary: true }
    tasks: { refresh: { type: appRefresh, identifier: refresh, reschedule: true, earliestBegin: 1h } }

    """

  private func run(_ words: String..., command: String = "lint", policy: String = policy) throws
    -> Shell.Result
  {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    return try Shell.run([Tool.path, command] + words, in: folder.path)
  }

  /// The names of the rules with findings, from GCC's format.
  private func rules(_ words: String..., policy: String = policy) throws -> Set<String> {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    let output = try Shell.run([Tool.path, "lint", "--format", "gcc"] + words, in: folder.path).output
    return Set(
      output.split(separator: "\n").compactMap { $0.split(separator: "[").last.map { String($0.dropLast()) } }
    )
  }

  @Test func rulesAreSelected() throws {
    let all = try rules()
    #expect(
      all.isSuperset(of: [
        "session-discretionary-noop", "bg-identifier-not-reverse-dns", "bg-mode-listed-twice",
      ]))
    #expect(try rules("--select", "session-discretionary-noop") == ["session-discretionary-noop"])
    #expect(try rules("--select", "BGP1") == all.filter { $0.hasPrefix("session-") })
    #expect(
      try rules("--select=sessions,identifiers")
        == rules("--select", "sessions").union(rules("--select", "identifiers")))
    #expect(
      try rules("--select", "sessions", "--select", "identifiers") == rules("--select=sessions, Identifiers"))
    #expect(try rules("--ignore", "modes") == all.subtracting(rules("--select", "modes")))
    #expect(
      try rules("--select", "modes", "--ignore", "bg-mode-listed-twice")
        == all.filter {
          $0.hasPrefix("bg-mode") && $0 != "bg-mode-listed-twice"
        })
  }

  @Test(arguments: ["--select", "--ignore"]) func unknownNamesAreRefused(_ option: String) throws {
    let result = try run(option, "sesions")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix("bgpolicy: No rule, code or family is called sesions, did you mean sessions?\n")
    )
    #expect(try run(option, "BGQ1").status == 2)
    #expect(try run(option, "BGP105,").status == 2)
  }

  /// An unreadable policy is always reported, because it must not seem to have no findings.
  @Test func unreadablePoliciesAreAlwaysReported() throws {
    let result = try run("--select", "pushes", "--ignore", "shape", policy: "schema: 1\napp: [\n")
    #expect(result.status == 1)
    #expect(result.output.contains("error[yaml-syntax]"))
  }

  @Test func statisticsCountFindings() throws {
    let text = try run("--statistics", "--select", "session-discretionary-noop,bg-mode-listed-twice")
    #expect(
      text.output == """
        2  warning  BGP111  session-discretionary-noop  2 fixable with --fix=all
        1  warning  BGP219  bg-mode-listed-twice        1 fixable with --fix

        3 warnings in 1 policy
        1 fixable with --fix, 2 more with --fix=all
        Not compared with the code: `bgpolicy drift`

        """)
    let json = try run("--statistics", "--format", "json", "--select", "session-discretionary-noop").output
    #expect(json.contains("\"statistics\": ["))
    #expect(json.contains("\"count\": 2"))
    #expect(try !run("--format", "json").output.contains("statistics"))
    #expect(try run("--statistics", "--format", "sarif").status == 2)
    #expect(try run("--statistics", "--diff").status == 2)
  }

  @Test func zeroIsTheExitStatus() throws {
    let policy = "schema: 1\nfoo: 1\n"
    #expect(try run(policy: policy).status == 1)
    #expect(try run("--exit-zero", policy: policy).status == 0)
    #expect(try run("--exit-zero", "--fail-on", "error").status == 2)
    #expect(try run("--exit-zero", "nowhere.yaml").status == 2)
  }

  @Test func gateSelects() throws {
    let result = try run("--skip", "generated", "--ignore", "identifiers,modes", command: "gate")
    #expect(result.output.contains("session-discretionary-noop"))
    #expect(!result.output.contains("bg-identifier"))
    #expect(try run("--select", "nosuch", command: "gate").status == 2)
  }
}

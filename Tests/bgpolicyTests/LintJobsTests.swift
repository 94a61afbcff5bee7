import Foundation
import TestSupport
import Testing

/// `bgpolicy lint --jobs`: the number of threads affects only the time.
@Suite struct LintJobsTests {
  /// Policies with every kind of outcome, and paths that can't be read between them.
  private static func operands(in folder: ScratchFolder) throws -> [String] {
    try folder.write("app: { name: Base, bundleIdentifier: com.example }\n", to: "base.bgpolicy.yaml")
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.bgpolicy.yaml"), withIntermediateDirectories: false)
    var operands: [String] = []
    for number in 0..<300 {
      let name = "p\(number).bgpolicy.yaml"
      switch number % 6 {
      case 0: try folder.write("schema: 1\nextends: base.bgpolicy.yaml\n", to: name)
      case 1: try folder.write("schema: \(number)\nbackgroundModes: [fetch]\n", to: name)
      case 2: try folder.write("schema: [\n", to: name)
      case 3: try folder.write("schema: 1\nextends: missing-\(number).yaml\n", to: name)
      case 4: break
      default: try folder.write("schema: 1\nsessions:\n  s\(number): { identifer: com.example }\n", to: name)
      }
      operands.append(name)
      if number % 100 == 50 { operands.append("folder.bgpolicy.yaml/../folder.bgpolicy.yaml/.") }
    }
    return operands
  }

  @Test(arguments: ["text", "json"]) func anyNumberOfThreadsSaysTheSame(_ format: String) throws {
    let folder = try ScratchFolder()
    let operands = try Self.operands(in: folder)
    let call = ["lint", "--format", format] + operands
    let one = try Tool.run(words: call + ["--jobs", "1"], in: folder.path)
    #expect(one.status == 2)
    // Each missing file has one line. A folder without policies adds nothing to the other paths.
    #expect(one.errors.split(separator: "\n").count == 50)
    #expect(one.output.contains("policy-schema-version") && one.output.contains("yaml-syntax"))
    for jobs in ["2", "5", "256", nil] {
      let many = try Tool.run(words: call + (jobs.map { ["--jobs", $0] } ?? []), in: folder.path)
      #expect(many.status == one.status)
      #expect(many.output == one.output, "standard output with \(jobs ?? "the usual") threads")
      #expect(many.errors == one.errors, "standard error with \(jobs ?? "the usual") threads")
    }
  }

  @Test func whatCannotBeReadIsToldInTheOrderOfTheCall() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\n", to: "there.bgpolicy.yaml")
    let names = (0..<40).map { "missing-\($0 * 7 % 40).yaml" }
    let result = try Tool.run(words: ["lint", "--jobs", "5", "there.bgpolicy.yaml"] + names, in: folder.path)
    let expected = names.map { "bgpolicy: Can't read \($0): No such file or directory" }
    #expect(result.errors.split(separator: "\n").map(String.init) == expected)
    #expect(result.output == "Nothing found in 1 policy\nNot compared with the code: `bgpolicy drift`\n")
  }

  /// A policy with the maximum depth. Each thread needs a stack as large as the main thread's.
  @Test func threadsReadDeepPolicies() throws {
    let folder = try ScratchFolder()
    let depth = 58
    let text =
      "schema: 1\npushes:\n  news: { payload: { aps: "
      + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + " } }\n"
    let names = (0..<4).map { "deep-\($0).yaml" }
    for name in names { try folder.write(text, to: name) }
    let one = try Tool.run(words: ["lint", "--jobs", "1"] + names, in: folder.path)
    let four = try Tool.run(words: ["lint", "--jobs", "4"] + names, in: folder.path)
    #expect(one.status != 3)
    #expect(four.output == one.output)
    #expect(four.status == one.status)
  }

  @Test(arguments: ["0", "257", "-1", "two"]) func refusesOtherNumbers(_ jobs: String) throws {
    let result = try Tool.run("lint", "-", "--jobs", jobs, input: "schema: 1\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("--jobs expects a whole number from 1 to 256; found \"\(jobs)\""))
  }
}

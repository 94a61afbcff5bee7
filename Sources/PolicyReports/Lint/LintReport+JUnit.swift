internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The report as test results in the format of the Jenkins xUnit schema: a suite for each policy, a case for each finding.
  ///
  /// A finding at or above the limit is a failed test, and a suppressed finding is a skipped test. Each other
  /// finding, and each policy without findings, is a passed test.
  var junit: String {
    let suites = files.map { $0.testSuite(failingAt: limit) }
    let failures = files.reduce(0) { $0 + $1.listed.count { $0.fails(at: limit) } }
    let root = XMLNode.element(
      "testsuites",
      [
        ("name", "bgpolicy lint"), ("tests", "\(suites.reduce(0) { $0 + $1.children.count })"),
        ("failures", "\(failures)"), ("errors", "0"),
      ], suites)
    return root.file
  }
}

extension LintReport.File {
  fileprivate func testSuite(failingAt limit: Severity) -> XMLNode {
    let name = sources.first?.name ?? ""
    let regions = Regions(self)
    var titles: [String: Int] = [:]
    let listed = listed
    var cases = listed.map { finding in
      // A service identifies a case by its name, so the name must not change when lines move.
      var title =
        finding.name.text + (finding.diagnostic.path.isEmpty ? "" : " at \(finding.diagnostic.path)")
      let number = titles[title, default: 0] + 1
      titles[title] = number
      if number > 1 { title += " (\(number))" }
      return XMLNode.element(
        "testcase", [("name", title), ("classname", name)], [finding.testResult(regions, failingAt: limit)])
    }
    if cases.isEmpty { cases = [.element("testcase", [("name", "no findings"), ("classname", name)], [])] }
    return .element(
      "testsuite",
      [
        ("name", name), ("tests", "\(cases.count)"),
        ("failures", "\(listed.count { $0.fails(at: limit) })"),
        ("errors", "0"), ("skipped", "\(listed.count { !$0.counts })"),
      ], cases)
  }
}

extension Finding {
  /// Whether the finding makes the exit status 1.
  fileprivate func fails(at limit: Severity) -> Bool { counts && severity >= limit }

  fileprivate func testResult(_ regions: Regions, failingAt limit: Severity) -> XMLNode {
    if let suppression {
      return .element("skipped", [("message", suppression.reason)], [.lines(lines(regions))])
    }
    guard fails(at: limit) else { return .element("system-out", [], [.lines(lines(regions))]) }
    return .element(
      "failure", [("type", severity.rawValue), ("message", diagnostic.message)], [.lines(lines(regions))])
  }

  /// Everything about the finding, a line for each.
  private func lines(_ regions: Regions) -> String {
    let texts = ["why: \(rule.why)"] + [advice.map { "help: \($0)" }].compactMap { $0 }
    return (gccLines(regions) + texts.map { DisplayText.line($0) }).joined(separator: "\n")
  }
}

internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The report as test results in the form of the Jenkins xUnit schema: a suite for each policy, a case for each finding.
  ///
  /// What counts has failed, what is suppressed was skipped, and a policy without findings is one test that passed.
  var junit: String {
    let suites = files.map(\.testSuite)
    let root = XMLElement(
      "testsuites",
      [
        ("name", "bgpolicy lint"), ("tests", "\(suites.reduce(0) { $0 + $1.children.count })"),
        ("failures", "\(findings.count { $0.finding.counts })"), ("errors", "0"),
      ], suites)
    return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + root.text + "\n"
  }
}

extension LintReport.File {
  fileprivate var testSuite: XMLElement {
    let name = sources.first?.name ?? ""
    let regions = Regions(self)
    var titles: [String: Int] = [:]
    var cases = findings.map { finding in
      // Cases are told apart by their names, which stay the same when lines move.
      var title = finding.name.text + (finding.issue.path.isEmpty ? "" : " at \(finding.issue.path)")
      let number = titles[title, default: 0] + 1
      titles[title] = number
      if number > 1 { title += " (\(number))" }
      return XMLElement(
        "testcase", [("name", title), ("classname", name)], [finding.testResult(regions)])
    }
    if cases.isEmpty { cases = [XMLElement("testcase", [("name", "no findings"), ("classname", name)])] }
    let counting = findings.count(where: \.counts)
    return XMLElement(
      "testsuite",
      [
        ("name", name), ("tests", "\(cases.count)"), ("failures", "\(counting)"), ("errors", "0"),
        ("skipped", "\(findings.count - counting)"),
      ], cases)
  }
}

extension Finding {
  fileprivate func testResult(_ regions: Regions) -> XMLElement {
    if let suppression {
      return XMLElement("skipped", [("message", suppression.reason)], text: place(regions))
    }
    return XMLElement(
      "failure", [("type", severity.rawValue), ("message", issue.message)], text: place(regions))
  }

  /// All that is said of the finding, a line for each.
  private func place(_ regions: Regions) -> String {
    (gccLines(regions) + ["why: \(rule.why)"] + [advice.map { "help: \($0)" }].compactMap { $0 })
      .joined(separator: "\n")
  }
}

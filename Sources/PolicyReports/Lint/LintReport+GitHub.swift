internal import PolicyLint
internal import PolicySyntax
internal import Quantities

extension LintReport {
  /// The report as workflow commands, which GitHub Actions shows as annotations at the lines.
  ///
  /// GitHub shows ten findings of each severity in a step. If there are more findings, the tenth line gives
  /// the number of hidden findings.
  var github: String {
    let shown = 10
    var lines: [String] = []
    var written: [Severity: Int] = [:]
    for file in files {
      let regions = Regions(file)
      for finding in file.listed where finding.counts {
        let number = written[finding.severity, default: 0] + 1
        written[finding.severity] = number
        if number < shown || number == shown && count(finding.severity) == shown {
          lines.append(finding.workflowCommand(regions))
        }
      }
    }
    for severity in Severity.allCases.reversed() where count(severity) > shown {
      let left = DisplayText.count(count(severity) - shown + 1, severity.label)
      lines.append(
        WorkflowCommand(
          name: severity.workflowCommand, properties: [("title", "bgpolicy")],
          message: "\(left) more: GitHub shows \(shown) annotations of each kind, `bgpolicy lint` shows all"
        ).line)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Finding {
  fileprivate func workflowCommand(_ regions: Regions) -> String {
    let region = regions.region(of: diagnostic.span)
    var properties = [
      ("file", region.path), ("line", "\(region.start.line)"), ("endLine", "\(region.lastLine)"),
    ]
    // GitHub accepts columns only for a span on one line.
    if region.start.line == region.end.line {
      properties += [("col", "\(region.start.column)"), ("endColumn", "\(region.end.column)")]
    }
    properties.append(("title", "bgpolicy (\(name))"))
    let related = diagnostic.related.map { related in
      let location = regions.region(of: related.span)
      return "\(location.file):\(location.start.line):\(location.start.column): \(related.message)"
    }
    let message = [diagnostic.message] + related + [advice.map { "help: \($0)" }].compactMap { $0 }
    return WorkflowCommand(
      name: severity.workflowCommand, properties: properties, message: message.joined(separator: "\n")
    ).line
  }
}

extension Severity {
  fileprivate var workflowCommand: String { self == .info ? "notice" : rawValue }
}

/// A command of a step to the runner of GitHub Actions.
struct WorkflowCommand {
  let name: String
  let properties: [(name: String, value: String)]
  let message: String

  /// The command as a line of the log, which the runner reads.
  var line: String {
    let properties = properties.map { "\($0)=\(Self.escaped($1, also: ":,"))" }.joined(separator: ",")
    return "::\(name) \(properties)::\(Self.escaped(message))"
  }

  /// Text that can neither end the command nor move the cursor of the log.
  private static func escaped(_ text: String, also more: String = "") -> String {
    let command = text.escaping { scalar in
      let isMark = "%\r\n".unicodeScalars.contains(scalar) || more.unicodeScalars.contains(scalar)
      return isMark ? UInt8(ascii: scalar).percentEncoded : nil
    }
    return DisplayText.line(command)
  }
}

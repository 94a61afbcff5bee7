internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// A line for each finding that counts, in the format that compilers share. Columns count Unicode scalars.
  ///
  /// Related locations follow a finding as notes, without a rule in brackets.
  var gcc: String { lines { $0.gccLines($1) } }

  /// The same format without related locations: exactly one line for each finding.
  var concise: String { lines { [$0.gccLine($1)] } }

  private func lines(_ lines: (Finding, Regions) -> [String]) -> String {
    files.flatMap { file in
      let regions = Regions(file)
      return file.listed.filter(\.counts).flatMap { lines($0, regions) }
    }.map { $0 + "\n" }.joined()
  }
}

extension Finding {
  /// The finding and its related locations, a line for each.
  func gccLines(_ regions: Regions) -> [String] {
    [gccLine(regions)]
      + diagnostic.related.map { Self.gccLine(at: regions.region(of: $0.span), "note", message: $0.message) }
  }

  /// The finding in a line.
  func gccLine(_ regions: Regions) -> String {
    Self.gccLine(
      at: regions.region(of: diagnostic.span), severity.label, message: "\(diagnostic.message) [\(name)]")
  }

  private static func gccLine(at region: Region, _ severity: String, message: String) -> String {
    DisplayText.line("\(region.file):\(region.start.line):\(region.start.column): \(severity): \(message)")
  }
}

internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The most bytes of a report. A comment on GitHub holds 65,536 characters, and a job's summary holds far
  /// more.
  private static let longestMarkdown = 60_000

  /// A page about the findings that count: their number, a table, and details.
  var markdown: String { "## bgpolicy lint\n\n" + markdownBody }

  /// The page without its heading.
  var markdownBody: String {
    let items = files.flatMap { file in
      let regions = Regions(file)
      return file.listed.filter(\.counts).worstFirst.map { MarkdownFinding($0, regions, in: file.site) }
    }
    var text = "\(summary)\n"
    guard !items.isEmpty else { return text }
    // The table gets two thirds of the bytes.
    let rows = Self.fitting(items.map { $0.row + "\n" }, in: Self.longestMarkdown / 3 * 2)
    text += "\n| Severity | Location | Rule | Message |\n| --- | --- | --- | --- |\n" + rows.joined()
    if rows.count < items.count {
      text += "\n\(items.count - rows.count) more do not fit here; `bgpolicy lint` shows all.\n"
    }
    let details = Self.fitting(items.map { $0.details + "\n" }, in: Self.longestMarkdown - text.utf8.count)
    guard !details.isEmpty else { return text }
    let title = details.count < items.count ? "Details of the first \(details.count)" : "Details"
    return text + "\n<details>\n<summary>\(title)</summary>\n\n" + details.joined(separator: "\n")
      + "\n</details>\n"
  }

  /// The first texts that fit into `bytes`.
  private static func fitting(_ texts: [String], in bytes: Int) -> [String] {
    var room = bytes
    return Array(
      texts.prefix { text in
        room -= text.utf8.count + 1
        return room >= 0
      })
  }
}

/// One finding on a page.
private struct MarkdownFinding {
  let row: String
  let details: String

  init(_ finding: Finding, _ regions: Regions, in site: DocumentationSite) {
    let diagnostic = finding.diagnostic
    let severity = finding.severity.label
    let message = MarkdownText.escaped(diagnostic.message)
    let rule = MarkdownText.link(
      MarkdownText.code(finding.name.text, inTable: true), to: finding.address(in: site))
    row =
      "| \(severity) | \(Self.location(of: diagnostic.span, regions, inTable: true)) "
      + "| \(rule) | \(message) |"

    let excerpt = Excerpt(of: diagnostic.span, in: regions.table(of: diagnostic.span), mark: "^")
    let notes =
      diagnostic.related.map {
        "\(Self.location(of: $0.span, regions)): \(MarkdownText.escaped($0.message))"
      }
      + [("Why", finding.rule.why), ("Help", finding.advice)].compactMap { title, text in
        text.map { "\(title): \(MarkdownText.escaped($0))" }
      }
      + [Self.sources(of: finding)]
    details = """
      **\(severity)** \(MarkdownText.code(finding.name.text)) at \(Self.location(of: diagnostic.span, regions)): \(message)

      \(MarkdownText.fenced("\(excerpt.line)\n\(excerpt.indentation)\(excerpt.marks)"))

      \(notes.map { "- \($0)" }.joined(separator: "\n"))
      """
  }

  private static func sources(of finding: Finding) -> String {
    let sources = finding.rule.citations.map { citation in
      MarkdownText.link(
        MarkdownText.escaped("\(citation.title) (\(citation.edition))"), to: citation.address)
    }
    return "Source: \(sources.joined(separator: "; ")), \(finding.rule.confidence.rawValue)"
  }

  /// The location of a span as code, with a link to the line if the report has links.
  private static func location(of span: Span, _ regions: Regions, inTable: Bool = false) -> String {
    let region = regions.region(of: span)
    let location = "\(region.file):\(region.start.line):\(region.start.column)"
    return MarkdownText.link(MarkdownText.code(location, inTable: inTable), to: region.address)
  }
}

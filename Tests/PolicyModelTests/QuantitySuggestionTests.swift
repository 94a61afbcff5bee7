import PolicyModel
import PolicySyntax
import Testing

/// Quantities in a form that the language doesn't have are refused, with a fix for the form that was probably meant.
@Suite struct QuantitySuggestionTests {
  @Test(arguments: [
    ("2 days", "Write 2d"), ("1 hour 30 min", "Write 1h30m"), ("90 Seconds", "Write 90s"),
    ("3 fortnights", nil), ("a day", nil), ("days", nil),
  ]) func durationIsSuggested(_ text: String, _ title: String?) {
    #expect(titles(of: "timeoutIntervalForResource: \(text)") == title)
  }

  @Test(arguments: [
    ("4 MB", "Write 4MB"), ("4KB", "Write 4kB"), ("2 mb .. 6 mb", "Write 2MB..6MB"), ("40Mb", nil),
    ("4 pages", nil), ("6MB..2MB", "Write 2MB..6MB"), ("6 MB .. 2 mb", "Write 2MB..6MB"),
  ]) func sizeIsSuggested(_ text: String, _ title: String?) {
    #expect(titles(of: "timeoutIntervalForResource: 1d", size: text) == title)
  }

  private func titles(of key: String, size: String = "4MB") -> String? {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: a.b }
      sessions: { library: { identifier: a.b.c, \(key) } }
      transfers: { photos: { session: library, size: \(size) } }
      """
    let diagnostics = PolicyReader.read(SourceText(name: "policy.yaml", text: text)).diagnostics
    return diagnostics.first { $0.rule == .policyBadValue }?.fixes.first?.title
  }
}

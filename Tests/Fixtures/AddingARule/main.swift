// Tries the rule that the first argument names on its own examples. `Scripts/rule.sh` links this program with the linter that the
// package has built; a test compiles it together with the sources of the linter and a new rule.
internal import PolicyModel
internal import PolicySyntax

#if APART_FROM_LINTER
  @testable import PolicyLint
#endif

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

guard let name = CommandLine.arguments.dropFirst().first, let rule = Catalog.rule(name) else {
  print("The catalog has no such rule: the rule needs a line in Sources/PolicyLint/Catalog.swift")
  exit(2)
}
var failed = false

/// Prints the attempt and its result.
@MainActor func report(_ what: String, _ isRight: Bool, right: String, wrong: @autoclosure () -> String) {
  print(what, isRight ? right : wrong())
  if !isRight { failed = true }
}

func findings(in text: String) -> [Finding] {
  Linter.findings(in: PolicyReader.read(SourceText(name: "policy.yaml", text: text)))
    .filter { $0.rule.name == rule.name }
}

/// A range of UTF-8 offsets as a line, a column and the text.
func place(_ range: Range<Int>, in text: String) -> String {
  let bytes = Array(text.utf8)
  let before = bytes[..<range.lowerBound]
  let line = before.count { $0 == UInt8(ascii: "\n") } + 1
  let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
  return "\(line):\(column) \"\(String(decoding: bytes[range], as: UTF8.self))\""
}

for example in rule.triggers() {
  let marked = MarkedText(example.policy)
  let found = findings(in: marked.text)
  let ranges = found.map(\.diagnostic.span.range)
  report(
    "trigger", !found.isEmpty && ranges == marked.spans, right: "is found at its marks",
    wrong: """
      is not found at its marks
        marked: \(marked.spans.map { place($0, in: marked.text) }.joined(separator: ", "))
        found:  \(ranges.isEmpty ? "nothing" : ranges.map { place($0, in: marked.text) }.joined(separator: ", "))
      """)
  for fix in found.flatMap(\.diagnostic.fixes) {
    let fixed = fix.edits.applied(to: Array(marked.text.utf8), of: SourceID(index: 0))
    let text = String(decoding: fixed, as: UTF8.self)
    report(
      "fix", findings(in: text).count < found.count, right: "takes it away",
      wrong: "leaves it; the fixed policy is\n\(text)")
  }
}
for example in rule.passes() {
  let text = MarkedText(example.policy).text
  let found = findings(in: text).map(\.diagnostic.span.range)
  report(
    "pass", found.isEmpty, right: "is silent",
    wrong: "is found at \(found.map { place($0, in: text) }.joined(separator: ", "))")
}
let codes = Catalog.rules.map(\.code)
let before = Catalog.rules.filter { $0.code < rule.code }.max { $0.code < $1.code }
report(
  "codes", codes == codes.sorted() && Set(codes).count == codes.count, right: "are in order",
  wrong: "are not in order: the rule's line belongs after that of \(before?.name.text ?? "no rule")")
exit(failed ? 1 : 0)

// Compiled into a copy of the linter: lints the examples of the rule that the first argument names.
internal import PolicyModel
internal import PolicySyntax

guard let rule = CommandLine.arguments.dropFirst().first.flatMap({ Catalog.rule($0) }) else {
  fatalError("The catalog has no such rule")
}

func findings(in text: String) -> [Finding] {
  Linter.findings(in: PolicyReader.read(SourceText(name: "policy.yaml", text: text)))
    .filter { $0.rule.name == rule.name }
}

for example in rule.triggers() {
  let marked = MarkedText(example.policy)
  let found = findings(in: marked.text)
  let isAtItsMarks = !found.isEmpty && found.map(\.diagnostic.span.range) == marked.spans
  print("trigger", isAtItsMarks ? "is found at its marks" : "is found elsewhere: \(found.map(\.diagnostic))")
  for fix in found.flatMap(\.diagnostic.fixes) {
    let fixed = fix.edits.applied(to: Array(marked.text.utf8), of: SourceID(index: 0))
    let rest = findings(in: String(decoding: fixed, as: UTF8.self))
    print("fix", rest.count < found.count ? "takes it away" : "leaves \(rest.map(\.diagnostic))")
  }
}
for example in rule.passes() {
  let found = findings(in: MarkedText(example.policy).text)
  print("pass", found.isEmpty ? "is silent" : "is found: \(found.map(\.diagnostic))")
}
let codes = Catalog.rules.map(\.code)
print(
  "codes", codes == codes.sorted() && Set(codes).count == codes.count ? "are in order" : "are not in order")

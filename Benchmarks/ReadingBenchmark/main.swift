// Reads standard input into nodes so many times: what `bgpolicy lint` does before it looks at any key.
//
// ReadingBenchmark [TIMES] < FILE

internal import PolicySyntax

let times = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
var text = ""
while let line = readLine(strippingNewline: false) { text += line }

let source = SourceText(name: "<stdin>", text: text)
var failures = 0
for _ in 0..<times {
  var tree = NodeTree()
  if YAMLReader.read(source, into: &tree).root == nil { failures += 1 }
}
print("\(times - failures) of \(times) readings gave nodes")

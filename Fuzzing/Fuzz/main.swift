internal import CFuzzer
internal import Libc

// Scripts/fuzz.sh calls `Fuzz list`, `Fuzz seeds TARGET FOLDER` and `Fuzz TARGET` with arguments of libFuzzer; Scripts/yaml.sh calls
// `Fuzz values FILE…`.
var words = CommandLine.arguments.dropFirst()
guard let first = words.popFirst() else {
  Fuzz.fail("usage: Fuzz list | seeds TARGET FOLDER | TARGET [ARGUMENT…]")
}
if first == "list" {
  for target in FuzzTarget.all { print(target.name) }
  exit(0)
}
if first == "values" {
  YAMLValues.print(of: words)
  exit(0)
}
let name = first == "seeds" ? words.popFirst() ?? "" : first
guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
  Fuzz.fail("There is no target \(name)")
}
if first == "seeds" {
  target.writeSeeds(to: words.first ?? ".")
  exit(0)
}
Fuzz.select(target)
Fuzz.run([CommandLine.arguments[0]] + words)

internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlSyntax = Rule(
    "BGP001", .yamlSyntax, .shape, .error, .defined,
    summary: "Text that is not valid YAML",
    why: "bgpolicy can't read a file beyond the point where it stops being valid YAML.",
    citations: [.yaml],
    triggers: [
      .whole("schema: 1\napp: «[»\n"),
      .whole("schema: 1\napp: «'»Example\n"),
      .whole("schema: 1\napp:\n«\t»name: Example\n"),
      .whole("schema: 1\napp: «*base»\n"),
    ],
    passes: [.whole("schema: 1\napp: { name: Example, bundleIdentifier: 'com.example' }\n")]
  )
}

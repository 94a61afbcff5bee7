internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyExtends = Rule(
    "BGP017", .policyExtends, .shape, .error, .defined,
    summary: "A base policy that can't be used",
    why: """
      Without its base, a policy would be linted, compiled and estimated with only some of its values. A policy \
      extends at most 256 files in chains of at most 16, of 16 MiB in all; each is read once. Devices and pipes are no \
      base policies.
      """,
    guide: RuleGuide(
      related: ["policy-dangling-reference"]),
    citations: [.policyLanguage],
    triggers: ["extends: «missing.bgpolicy.yaml»"],
    passes: [.whole("schema: 1\n")]
  )
}

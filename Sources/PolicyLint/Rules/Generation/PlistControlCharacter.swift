internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList
internal import Quantities

extension Rule {
  static let plistControlCharacter = Rule(
    "BGP504", "plist-control-character", .generation, .error, .defined,
    summary: "A character that an XML property list can't contain",
    why: """
      Background modes, permitted identifiers and app groups go into property lists. XML 1.0 can't represent \
      most control characters, not even as character references, so the file could not be read.
      """,
    citations: [.xml],
    triggers: [
      """
      permittedIdentifiers: [com.example.refresh, «"com.example\\a.refresh"→"com.example\\trefresh"»]
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: «"com.example.refresh\\0"», reschedule: true, earliestBegin: 1h }
      """,
      """
      targets:
        share: { type: extension, bundleIdentifier: com.example.share, appGroups: [«"group.com\\x1B.example"»] }
      """,
    ],
    check: .policy { policy, context in
      return texts(of: policy).compactMap { text in
        guard let scalar = text.value.firstUnwritable else { return nil }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: text.value.unicodeScalars.filter { !XMLText.isUnwritable($0) })
        let rest = String(clean)
        return context.diagnostic(
          at: .value(text.node),
          "The string contains \(scalar.codePoint), which an XML property list can't contain",
          help: "remove it",
          fixes: [
            rest.isEmpty
              ? nil : context.replace(text.node, with: rest, "Write \(rest)", safety: .guesses)
          ])
      }
    }
  )
}

/// The strings of a policy that are written to property lists.
private func texts(of policy: Policy) -> [Located<String>] {
  let identifiers =
    policy.permittedIdentifiers?.value.compactMap(\.value.identifier) ?? policy.tasks.compactMap(\.identifier)
  let modes = policy.backgroundModes?.value.compactMap(\.value.mode) ?? []
  let processes = [Policy.Target.app] + policy.targets.map(\.name.value)
  return identifiers.map { $0.map(\.written) } + modes
    + policy.effectiveAppGroups(ofTargets: processes).flatMap(\.self)
}

extension String {
  /// The first scalar that XML 1.0 can't represent.
  fileprivate var firstUnwritable: Unicode.Scalar? {
    unicodeScalars.first(where: XMLText.isUnwritable)
  }
}

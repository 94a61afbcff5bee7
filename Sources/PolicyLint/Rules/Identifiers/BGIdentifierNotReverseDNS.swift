internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgIdentifierNotReverseDNS = Rule(
    "BGP206", "bg-identifier-not-reverse-dns", .identifiers, .warning,
    summary: "A task identifier that is not in reverse DNS notation",
    why: """
      Apple documents task identifiers in reverse DNS notation, which keeps them distinct from those of \
      frameworks.
      """,
    guide: RuleGuide(
      ignoreWhen: "The identifier is in use already, and no framework of the app has the same."),
    citations: [.bundleResources, .wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: «updateSituation», reschedule: true, earliestBegin: 1h }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: «my task», reschedule: true, earliestBegin: 1h }
        cleanup: { type: processing, identifier: «.cleanup.all» }
      """,
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """,
      """
      tasks:
        sync: { type: appRefresh, identifier: backgroundSync, owner: sdk }
      """,
    ],
    check: .tasks { task, policy, context in
      // An app can't rename the task of a dependency.
      guard let identifier = task.identifier, !identifier.value.text.isEmpty, !task.isOfDependency,
        !isReverseDNS(identifier.value.text)
      else { return nil }
      let name = domainName(identifier.value.written)
      return context.diagnostic(
        at: .value(identifier.node),
        "The identifier \(identifier.value.text) is not in reverse DNS notation",
        help: "begin it with the bundle identifier and a dot",
        fixes: [
          policy.app?.value.bundleIdentifier.flatMap { bundle in
            guard !name.isEmpty else { return nil }
            let whole = name.hasPrefix("\(bundle.value).") ? name : "\(bundle.value).\(name)"
            return context.replace(identifier.node, with: whole, "Write \(whole)", safety: .guesses)
          }
        ])
    }
  )
}

/// Whether a text has several components that are separated by dots, and no spaces.
private func isReverseDNS(_ text: String) -> Bool {
  var text = text
  return text.withUTF8(isReverseDNS)
}

private func isReverseDNS(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  var components = 1
  var last = UInt8(ascii: ".")
  for byte in text {
    if byte == UInt8(ascii: ".") {
      guard last != byte else { return false }
      components += 1
    } else if byte.isSpaceOrTab {
      return false
    }
    last = byte
  }
  return components > 1 && last != UInt8(ascii: ".")
}

/// A text in which hyphens replace spaces, without superfluous dots.
private func domainName(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: "-").split(separator: ".").joined(
    separator: ".")
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let transferSourceNoop = Rule(
    "BGP310", "transfer-source-noop", .transfers, .warning, .defined, tags: .unnecessary,
    summary: "source on a download",
    why: "source is where an upload's bytes come from. A download has no body, so the key has no effect.",
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: ‹download→upload›, «source»: file, size: 4MB }
      """
    ],
    check: .transfers { transfer, _, _, context in
      guard let source = transfer.source, transfer.direction.value == .download else { return nil }
      return context.diagnostic(
        at: .key(source.node),
        "source has no effect on \(transfer.name.value), which is a download"
          + (transfer.direction.isDefault ? " by default" : ""),
        help: "remove it, or write `direction: upload`",
        fixes: [context.remove(source.node, "Remove source", safety: .safe)])
    }
  )
}

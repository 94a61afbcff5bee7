internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskByteCountsMissing = Rule(
    "BGP303", "task-byte-counts-missing", .transfers, .info, reporting: .oncePerFile,
    summary: "A background download without a size",
    why: """
      Apple strongly encourages apps to set countOfBytesClientExpectsToReceive, because the system schedules \
      by it. A download without a size can't set it, unless the app knows the size of each item. The size of \
      an upload is that of its file.
      """,
    guide: RuleGuide(
      ignoreWhen: "The app does not know the size of an item before it downloads it.",
      swift: """
        task.countOfBytesClientExpectsToReceive = 4_000_000
        """),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        «photos»: { session: library, duration: 5s }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 2MB..6MB, duration: 5s }
        media: { session: library, size: unknown, duration: 5s }
        backup: { session: library, direction: upload, duration: 5s }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, transfer.direction.value == .download, transfer.duration != nil,
        !transfer.hasKey("size")
      else { return nil }
      return context.diagnostic(
        at: .key(transfer.name.node),
        "\(transfer.name.value) has no size from which the system could schedule it",
        help:
          "add its size, for example `size: 4MB`, or write `size: unknown`; pass countOfBytesClientExpectsToReceive for each item if the app knows it",
        fixes: [
          context.insert(
            "size", plain: "unknown", into: transfer.name.node, "Add size: unknown",
            safety: .displayOnly(because: "is right only if no size is known"))
        ])
    }
  )
}

internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskByteCountsMissing = Rule(
    "BGP303", "task-byte-counts-missing", .info, reporting: .oncePerFile,
    summary: "A background download without a size",
    why: """
      Apple strongly encourages countOfBytesClientExpectsToReceive: the system plans by it. A download without a size \
      has none to give, unless the app knows the size of each item. Uploads have the sizes of their files.
      """,
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
        at: .key(transfer.name.node), "\(transfer.name.value) does not say how many bytes it expects",
        help:
          "add its size, such as 4MB, or write `size: unknown`; pass countOfBytesClientExpectsToReceive for each item if the app knows it"
      )
    }
  )
}

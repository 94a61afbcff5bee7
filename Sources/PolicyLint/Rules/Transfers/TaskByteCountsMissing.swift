internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskByteCountsMissing = Rule(
    "BGP303", "task-byte-counts-missing", .info,
    summary: "A background transfer of unknown size",
    why: """
      Apple strongly encourages countOfBytesClientExpectsToSend and countOfBytesClientExpectsToReceive: \
      the system plans by them. A transfer without a size has none to give.
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
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, transfer.size == nil, transfer.duration != nil else { return nil }
      return context.issue(
        at: .key(transfer.name.place), "\(transfer.name.value) does not say how many bytes it expects",
        help: "give its size, as 4MB or 2MB..6MB, and set the byte counts of its tasks to the upper bound")
    }
  )
}

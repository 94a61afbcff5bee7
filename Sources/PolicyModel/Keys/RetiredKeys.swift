internal import JSON

extension RetiredIdentifier {
  static let keys = KeyTable(
    "retired", { RetiredIdentifier() },
    [
      Key(
        "identifier", .identifier, required: true,
        "The identifier that an earlier version used, for example com.example.photos.refresh."
      ) { $0.identifier = $1 },
      Key(
        "kind", .word(RetiredKind.self), required: true,
        """
        The kind of work: task for a request to BGTaskScheduler, session for the transfers of a background \
        session. The identifier of a task stays a permitted identifier, without which the app can't \
        register a handler for it.
        """
      ) { $0.kind = $1 },
      Key(
        "because", .string,
        "The reason that it is retired, and since when, for readers of the policy. bgpolicy ignores it."
      ) { $0.because = $1 },
    ])
}

// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about a transfer whose items wait in a queue.
  nonisolated public struct QueuedTransfer<Session: SessionIdentifying>: Sendable {
    /// The name under which the items are kept.
    public let name: String
    /// Whether a session transfers the items.
    public let isCarried: @Sendable (Session) -> Bool
    /// The rules for each item.
    public let rules: TransferRules
    /// The number of times that a failed item is submitted again.
    public let retries: Int
    /// The seconds for which a request is valid.
    public let validity: TimeInterval
    /// The app group whose container has the queue, so that several processes can use the queue;
    /// `nil` for a queue in the process's own container.
    public let group: String?

    /// The statements of a policy about a transfer.
    public init(
      _ name: String,
      on isCarried: @escaping @Sendable (Session) -> Bool,
      by rules: TransferRules,
      retries: Int = 0,
      validFor validity: TimeInterval = .infinity,
      in group: String? = nil
    ) {
      self.name = name
      self.isCarried = isCarried
      self.rules = rules
      self.retries = retries
      self.validity = validity
      self.group = group
    }
  }
#endif

package import Quantities

extension Policy {
  /// The work of a session: a set of items, submitted together or in batches.
  package struct Transfer: Named {
    /// The transfer's name in the policy.
    package var name: Located<String>
    /// The name of the session that carries the transfer.
    package var session: Located<String>?
    /// The direction of the bytes.
    package var direction = Setting(TransferDirection.download)
    /// The kind of `URLSessionTask`; `nil` if the kind follows from the direction.
    package var task: Located<TransferTask>?
    /// The source of an upload's bytes.
    package var source: Located<UploadSource>?
    /// The number of items in the policy; `nil` for `unknown`.
    package var count = Setting<Int?>(1)
    /// The size of one item; `nil` if the size is unknown.
    package var size: Located<ByteRange>?
    /// The transmission time of one item, instead of size divided by throughput.
    package var duration: Located<TimeSpan>?
    /// How the items are submitted to the session.
    package var submit = Setting(Submission.allAtOnce)
    /// The state of the app when it submits the items.
    package var startedIn = Setting(AppState.foreground)
    /// The recurrence of the work.
    package var every = Setting(Recurrence.once)
    /// `URLSessionTask.priority`, 0 to 1.
    package var priority = Setting(0.5)
    /// The shortest time from submission to the start of an item: `URLSessionTask.earliestBeginDate`.
    package var earliestBegin: Located<TimeSpan>?
    /// The time after submission during which the server accepts an item.
    package var validFor: Located<TimeSpan>?
    /// The fate of an item whose request begins after `validFor`.
    package var onExpiry = Setting(ExpiryAnswer.fails)
    /// The items for which the server asks for credentials.
    package var authChallenge = Setting(AuthChallenge.never)
    /// The share of attempts to transfer an item that fail.
    package var failureShare = Setting(Share(fraction: 0))
    /// The number of times that the app submits a failed item again.
    package var retries = Setting(0)
    /// Whether generated code keeps a queue of the items until the items are done.
    package var queue = Setting(false)
    /// Whether an interrupted item continues where it stopped.
    package var resumable: Located<Bool>?
    /// The time after submission by which the work has to be done.
    package var deadline: Located<TimeSpan>?
    /// The URL of the server.
    package var endpoint: Located<String>?
    /// The headers that the app sets on each request at run time.
    package var runtimeHeaders: Located<[Located<String>]>?
    /// `URLRequest.allowsCellularAccess`, which can only be stricter than the session's property.
    package var allowsCellularAccess: Located<Bool>?
    /// `URLRequest.allowsExpensiveNetworkAccess`, which can only be stricter than the session's property.
    package var allowsExpensiveNetworkAccess: Located<Bool>?
    /// `URLRequest.allowsConstrainedNetworkAccess`, which can only be stricter than the session's property.
    package var allowsConstrainedNetworkAccess: Located<Bool>?
    /// The keys that the mapping contains, in order.
    package var writtenKeys: [WrittenKey] = []
  }
}

extension Policy.Transfer {
  /// Whether an interrupted item continues where it stopped. If the policy omits `resumable`, only downloads continue.
  package var isResumable: Bool { resumable?.value ?? (direction.value == .download) }

  /// The number of items; `nil` if the number is unknown.
  ///
  /// If the policy omits `count`, `size` and `duration`, the number is also unknown.
  package var itemCount: Int? {
    count.written == nil && size == nil && duration == nil ? nil : count.value
  }

  /// The keys with unknown values without which the transfer can't be estimated.
  package var unknownMeasures: [String] {
    (size == nil && duration == nil ? ["size"] : []) + (itemCount == nil ? ["count"] : [])
  }

  /// Whether the transfer has all values that an estimate needs.
  package var isEstimable: Bool { itemCount != nil && (size != nil || duration != nil) }

  /// Whether the policy has a key, even with the value `unknown`.
  package func hasKey(_ name: StaticString) -> Bool { writtenKeys.contains { $0.name.isEqual(to: name) } }
}

/// The direction of the bytes: to the server, or from the server.
package enum TransferDirection: String, StringEnum {
  case upload, download
}

/// A kind of `URLSessionTask`.
package enum TransferTask: String, StringEnum {
  case data, download, upload, stream, webSocket
}

/// The source of an upload's bytes.
package enum UploadSource: String, StringEnum {
  case file, data, stream
}

/// The state of the app when it submits a transfer: in the background, each transfer is discretionary.
package enum AppState: String, StringEnum {
  case foreground, background
}

/// How items are submitted to a session.
package enum Submission: Hashable, Sendable {
  /// All items at the start.
  case allAtOnce
  /// A number of items at the start. When the session reports these items as done, the app submits the same number of items again.
  case batch(Int)

  /// One item after the other.
  package static let oneAtATime = Submission.batch(1)
}

/// The recurrence of work.
package enum Recurrence: Hashable, Sendable {
  case once
  case every(TimeSpan)
}

/// When a server asks for credentials.
package enum AuthChallenge: String, StringEnum {
  /// The server never asks for credentials.
  case never
  /// The server asks for credentials for the session's first item.
  case once
  /// The server asks for credentials for each item.
  case perTransfer
  /// The server asks for credentials for each item, and the app answers with a new task instead of credentials.
  case replacesTask
}

/// The app's answer to a server that rejects a request because its credentials have expired.
package enum ExpiryAnswer: String, StringEnum {
  /// The app gives no answer, and the item is lost.
  case fails
  /// The app creates a new task with new credentials.
  case replacesTask
}

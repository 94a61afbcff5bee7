package import Quantities

/// Work that a session carries: a set of items, submitted together or bit by bit.
package struct Transfer: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// The session that carries it.
  package var session: Located<String>?
  /// Which way the bytes go.
  package var direction = Setting(TransferDirection.download)
  /// The kind of `URLSessionTask`; `nil` where it follows from the direction.
  package var task: Located<TransferTask>?
  /// Where an upload's bytes come from.
  package var source: Located<UploadSource>?
  /// How many items the policy says that there are; `nil` for `unknown`.
  package var count = Setting<Int?>(1)
  /// The size of one item; `nil` if nobody knows it.
  package var size: Located<ByteRange>?
  /// The time on the wire of one item, instead of size by throughput.
  package var duration: Located<TimeSpan>?
  /// How the items are handed to the session.
  package var submit = Setting(Submission.allAtOnce)
  /// Where the app is when it submits them.
  package var startedIn = Setting(AppState.foreground)
  /// How often the work comes up.
  package var every = Setting(Recurrence.once)
  /// `URLSessionTask.priority`, 0 to 1.
  package var priority = Setting(0.5)
  /// How long after the submission the system may not yet begin an item: `URLSessionTask.earliestBeginDate`.
  package var earliestBegin: Located<TimeSpan>?
  /// How long the server takes an item after its submission.
  package var validFor: Located<TimeSpan>?
  /// When the server asks for credentials.
  package var authChallenge = Setting(AuthChallenge.never)
  /// The share of attempts at an item that fail on the wire.
  package var failureShare = Setting(Share(fraction: 0))
  /// How often the app submits an item again that has failed.
  package var retries = Setting(0)
  /// Whether an item that was interrupted goes on where it stopped.
  package var resumable = Setting(true)
  /// When the work has to be done.
  package var deadline: Located<TimeSpan>?
  /// Where the bytes go to or come from.
  package var endpoint: Located<String>?
  /// The headers that the app sets on each request at run time.
  package var runtimeHeaders: Located<[Located<String>]>?
  /// The request's own flag, which may only be stricter than the session's.
  package var allowsCellularAccess: Located<Bool>?
  /// The request's own flag, which may only be stricter than the session's.
  package var allowsExpensiveNetworkAccess: Located<Bool>?
  /// The request's own flag, which may only be stricter than the session's.
  package var allowsConstrainedNetworkAccess: Located<Bool>?
  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []
}

extension Transfer {
  /// How many items there are; `nil` if nobody knows.
  ///
  /// A policy that says neither how many there are nor how large they are knows neither.
  package var itemCount: Int? {
    count.written == nil && size == nil && duration == nil ? nil : count.value
  }

  /// The keys without which the transfer can't be estimated, and whose values nobody knows.
  package var unknownMeasures: [String] {
    (size == nil && duration == nil ? ["size"] : []) + (itemCount == nil ? ["count"] : [])
  }

  /// Whether it says all that an estimate needs.
  package var isEstimable: Bool { itemCount != nil && (size != nil || duration != nil) }

  /// Whether a key is there, be its value `unknown`.
  package func hasKey(_ name: StaticString) -> Bool { writtenKeys.contains { $0.name.isEqual(to: name) } }
}

/// Which way bytes go.
package enum TransferDirection: String, StringEnum {
  case upload, download
}

/// A kind of `URLSessionTask`.
package enum TransferTask: String, StringEnum {
  case data, download, upload, stream, webSocket
}

/// Where an upload's bytes come from.
package enum UploadSource: String, StringEnum {
  case file, data, stream
}

/// Where the app is.
package enum AppState: String, StringEnum {
  case foreground, background
}

/// How items are handed to a session.
package enum Submission: Hashable, Sendable {
  /// All at the start.
  case allAtOnce
  /// So many at the start, and as many again when the session reports them done.
  case batch(Int)

  /// One item after the other.
  package static let oneAtATime = Submission.batch(1)
}

/// How often work comes up.
package enum Recurrence: Hashable, Sendable {
  case once
  case every(TimeSpan)
}

/// When a server asks for credentials.
package enum AuthChallenge: String, StringEnum {
  /// It doesn't.
  case never
  /// For the session's first item.
  case once
  /// For each item.
  case perTransfer
  /// For each item, and the app answers with a new task instead of credentials.
  case replacesTask
}

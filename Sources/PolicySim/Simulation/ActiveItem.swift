/// An item that has begun.
struct ActiveItem: Sendable {
  /// The index of the batch.
  var batch: Int
  /// The remaining bytes or milliseconds.
  var remaining: Double
  /// All bytes or milliseconds of the item.
  let whole: Double
  /// The value of `remaining` at which this attempt fails; 0 if the attempt succeeds.
  var failsAt = 0.0
  /// Bytes in each unit of `remaining`.
  let bytesPerUnit: Double
  /// Whether `remaining` is milliseconds.
  let isTimed: Bool
  let isUpload: Bool
  /// The number of failed attempts.
  var failures = 0
  /// Milliseconds until the server asks for credentials; negative if the server does not ask.
  var untilChallenge: Int64 = -1
  /// The time until which the item waits for an answer of the app or the server.
  var stalledUntil: Instant = 0
  /// Whether the item waits for the server, so that the radio stays on.
  var isRequested = false
  /// Whether the server rejects the item's request, so that the app has to make a new request.
  var isRejected = false
  /// The number of requests of the item that the server has rejected.
  var rejections = 0
  /// Whether the item has just left the line.
  var isOff = false

  /// Sends the item's request, which the server answers after `wait` milliseconds.
  @inline(__always)
  mutating func request(at now: Instant, wait: Int64) {
    // The app's answer to a server that has asked for credentials may come later.
    guard !isTimed, now.later(by: wait) > stalledUntil else { return }
    stalledUntil = now.later(by: wait)
    isRequested = true
  }

  /// Marks the item's request as rejected by the server.
  mutating func reject() {
    isRejected = true
    rejections += 1
    failsAt = max(remaining, .leastNormalMagnitude)
    untilChallenge = -1
  }

  /// The number of rejections after which an item counts as failed: its credentials always expire while the item waits to
  /// begin.
  private static let mostRejections = 100

  /// Whether the app submits the item again after a failure.
  func isTriedAgain(_ retries: Int) -> Bool {
    isRejected ? rejections < Self.mostRejections : failures < retries
  }

  /// Whether this attempt has no more work to do.
  var isOver: Bool { remaining - failsAt <= whole * 1e-9 }
}

/// An item that ends, or for which the server asks for credentials.
struct EndedItem: Comparable, Sendable {
  /// The index of the transfer.
  let transfer: Int
  /// The index among the items of the line.
  let index: Int

  static func < (left: EndedItem, right: EndedItem) -> Bool {
    left.transfer != right.transfer ? left.transfer < right.transfer : left.index < right.index
  }
}

/// An item that has begun.
struct ActiveItem: Sendable {
  /// The index of the batch.
  var batch: Int
  /// The remaining bytes or milliseconds.
  var remaining: Double
  /// All of its bytes or milliseconds.
  let whole: Double
  /// The remaining work when this attempt fails; 0 if it succeeds.
  var failsAt = 0.0
  /// Bytes in each unit of `remaining`.
  let bytesPerUnit: Double
  /// Whether `remaining` is milliseconds.
  let isTimed: Bool
  let isUpload: Bool
  /// The number of failed attempts.
  var failures = 0
  /// Milliseconds until the server asks for credentials; negative if it does not.
  var untilChallenge: Int64 = -1
  /// The time until which it waits for the app's answer, or for that of the server.
  var stalledUntil: Instant = 0
  /// Whether it waits for the server, so that the radio stays on.
  var isRequested = false
  /// Whether it has just left the line.
  var isOff = false

  /// Its request is sent; the server takes a time to answer.
  @inline(__always)
  mutating func request(at now: Instant, wait: Int64) {
    // The app's answer to a server that has asked for credentials may come later.
    guard !isTimed, now.later(by: wait) > stalledUntil else { return }
    stalledUntil = now.later(by: wait)
    isRequested = true
  }

  /// Whether nothing of this attempt is left.
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

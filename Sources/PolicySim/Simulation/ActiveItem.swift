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
  /// Whether the server rejects its request, so that the app has to make another one.
  var isRejected = false
  /// The number of times that the server has rejected its request.
  var rejections = 0
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

  /// The server rejects its request.
  mutating func reject() {
    isRejected = true
    rejections += 1
    failsAt = max(remaining, .leastNormalMagnitude)
    untilChallenge = -1
  }

  /// The number of rejections after which an item counts as failed: its credentials never live as long as it has to wait.
  private static let mostRejections = 100

  /// Whether the app submits it again after a failure.
  func isTriedAgain(_ retries: Int) -> Bool {
    isRejected ? rejections < Self.mostRejections : failures < retries
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

/// The rates of items, and the times at which they end or exhaust a budget.
extension TransferLine {
  /// The rate of an item on a network, in units of `remaining` per millisecond.
  @inline(__always)
  mutating func rate(of item: ActiveItem, on network: Network?) -> Double {
    if item.isTimed { return 1 }
    switch network {
    case .wifi: return item.isUpload ? wifiShare.upload : wifiShare.download
    case .cellular: return item.isUpload ? cellularShare.upload : cellularShare.download
    case nil: return 0
    }
  }

  /// The milliseconds until an item ends at a rate.
  @inline(__always)
  static func timeLeft(_ item: ActiveItem, at rate: Double) -> Int64 {
    let left = item.remaining - item.failsAt
    return wholeTime(rate == 1 ? left : left / rate) ?? .max
  }

  /// A time rounded up to whole milliseconds; `nil` if the time is too large for an `Instant`.
  @inline(__always)
  private static func wholeTime(_ time: Double) -> Int64? {
    guard time < 0x1p62 else { return nil }
    // This equals `rounded(.up)`, which takes a call on processors that have no instruction for rounding.
    let whole = Int64(time)
    return Double(whole) < time ? whole + 1 : whole
  }

  /// The time of the next event of an item or budget.
  @inline(__always)
  mutating func nextEvent(at now: Instant, _ batches: borrowing RunBuffer<Batch>) -> Instant {
    var next = Instant.never
    var wifiUse = 0.0
    var cellularUse = 0.0
    var isAnyStalled = false
    for index in items.indices {
      var begin = now
      if now < items[index].stalledUntil {
        begin = items[index].stalledUntil
        isAnyStalled = true
      }
      let batch = items[index].batch
      let network = batches[batch].network
      let rate = rate(of: items[index], on: network)
      var time = Self.timeLeft(items[index], at: rate)
      if items[index].untilChallenge >= 0 { time = min(time, items[index].untilChallenge) }
      next = min(next, begin.later(by: time))
      guard batches[batch].isDiscretionary else { continue }
      if network == .wifi {
        wifiUse += rate * items[index].bytesPerUnit
      } else {
        cellularUse += rate * items[index].bytesPerUnit
      }
    }
    let exhaustion = exhaustion(at: now, wifiUse: wifiUse, cellularUse: cellularUse)
    guard exhaustion < next else { return next }
    return isAnyStalled ? min(next, exhaustionWithStalls(at: now, batches)) : exhaustion
  }

  /// The time at which the items that are not stalled exhaust a budget, or the end of the first stall if this is earlier.
  @inline(never)
  private mutating func exhaustionWithStalls(
    at now: Instant, _ batches: borrowing RunBuffer<Batch>
  ) -> Instant {
    var next = Instant.never
    var wifiUse = 0.0
    var cellularUse = 0.0
    for index in items.indices where batches[items[index].batch].isDiscretionary {
      guard now >= items[index].stalledUntil else {
        next = min(next, items[index].stalledUntil)
        continue
      }
      let network = batches[items[index].batch].network
      let use = rate(of: items[index], on: network) * items[index].bytesPerUnit
      if network == .wifi { wifiUse += use } else { cellularUse += use }
    }
    return min(next, exhaustion(at: now, wifiUse: wifiUse, cellularUse: cellularUse))
  }

  /// The time at which uses of bytes per millisecond exhaust the first budget.
  @inline(__always)
  private mutating func exhaustion(at now: Instant, wifiUse: Double, cellularUse: Double) -> Instant {
    min(
      Self.exhaustion(of: wifiBudget, at: now, use: wifiUse),
      Self.exhaustion(of: cellularBudget, at: now, use: cellularUse))
  }

  /// The time at which a use of bytes per millisecond exhausts a budget.
  @inline(__always)
  static func exhaustion(of budget: ByteBudget, at now: Instant, use: Double) -> Instant {
    guard use > 0 else { return .never }
    return wholeTime(budget.remaining(at: now) / use).map { now.later(by: $0) } ?? .never
  }
}

/// The number of items that share each network.
struct LineLoad: Sendable {
  /// The number of items on Wi-Fi that take longer if they are larger; these items share the speed of the network.
  var wifiSharers = 0
  var cellularSharers = 0
  var onWifi = 0
  var onCellular = 0
}

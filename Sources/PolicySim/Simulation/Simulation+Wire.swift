/// How many items share each network.
struct WireLoad: Sendable {
  /// Those whose size decides their time.
  var wifiSharers = 0
  var cellularSharers = 0
  var onWifi = 0
  var onCellular = 0
}

// Much of this is mutating although it changes nothing: the compiler would copy the whole run otherwise.
//
// How fast what is on the wire goes, and when the next item ends.
extension Simulation {
  /// Counts who shares the networks, and wakes the radios that have something to carry.
  @inline(__always)
  mutating func measureLoad() {
    load = WireLoad()
    var (firstOnWifi, firstOnCellular) = (-1, -1)
    for position in items.indices {
      let batch = items[position].batch
      switch batches[batch].network {
      case .wifi:
        if firstOnWifi < 0 { firstOnWifi = batches[batch].job }
        load.onWifi += 1
        if !items[position].isTimed { load.wifiSharers += 1 }
      case .cellular:
        if firstOnCellular < 0 { firstOnCellular = batches[batch].job }
        load.onCellular += 1
        if !items[position].isTimed { load.cellularSharers += 1 }
      case nil: break
      }
    }
    if firstOnWifi >= 0 {
      wifiRadio.begin(at: now, for: firstOnWifi, &jobs)
    } else {
      wifiRadio.idle(since: now)
    }
    if firstOnCellular >= 0 {
      cellularRadio.begin(at: now, for: firstOnCellular, &jobs)
    } else {
      cellularRadio.idle(since: now)
    }
  }

  // MARK: - Speed

  /// Units of an item's work in a millisecond.
  @inline(__always)
  mutating func rate(of item: ActiveItem) -> Double {
    if item.isTimed { return 1 }
    switch batches[item.batch].network {
    case .wifi: return model.settings.wifiRate / Double(max(1, load.wifiSharers))
    case .cellular: return model.settings.cellularRate / Double(max(1, load.cellularSharers))
    case nil: return 0
    }
  }

  /// Milliseconds until an item is done at a rate.
  @inline(__always)
  mutating func timeLeft(_ item: ActiveItem, at rate: Double) -> Int64 {
    let left = item.remaining - item.failsAt
    return Self.wholeTime(rate == 1 ? left : left / rate) ?? .max
  }

  /// The next whole number of milliseconds; `nil` if it is too large for a time.
  @inline(__always)
  private static func wholeTime(_ time: Double) -> Int64? {
    guard time < 0x1p62 else { return nil }
    // The same as rounding up, which takes a call on processors without an instruction for it.
    let whole = Int64(time)
    return Double(whole) < time ? whole + 1 : whole
  }

  /// When an item ends or is asked for credentials, or a budget is spent.
  @inline(__always)
  mutating func nextItemEvent() -> Instant {
    var next = Instant.never
    var wifiUse = 0.0
    var cellularUse = 0.0
    for position in items.indices {
      if now < items[position].stalledUntil {
        next = min(next, items[position].stalledUntil)
        continue
      }
      let rate = rate(of: items[position])
      var time = timeLeft(items[position], at: rate)
      if items[position].untilChallenge >= 0 { time = min(time, items[position].untilChallenge) }
      next = min(next, now.later(by: time))
      let batch = items[position].batch
      guard batches[batch].isDiscretionary else { continue }
      if batches[batch].network == .wifi {
        wifiUse += rate * items[position].bytesPerUnit
      } else {
        cellularUse += rate * items[position].bytesPerUnit
      }
    }
    next = min(next, exhaustion(of: wifiBudget, at: wifiUse))
    return min(next, exhaustion(of: cellularBudget, at: cellularUse))
  }

  @inline(__always)
  mutating func exhaustion(of budget: ByteBudget, at use: Double) -> Instant {
    guard use > 0 else { return .never }
    return Self.wholeTime(budget.remaining(at: now) / use).map { now.later(by: $0) } ?? .never
  }

  // MARK: - Time passes

  /// Carries everything on the wire up to a time before or at which nothing else happens.
  @inline(__always)
  mutating func advance(to time: Instant) {
    if isTraced { recordAppStops(before: time) }
    let span = time - now
    if span > 0, !items.isEmpty {
      refreshBudgets()
      for position in items.indices where now >= items[position].stalledUntil {
        let left = items[position].remaining - items[position].failsAt
        let work = min(left, rate(of: items[position]) * Double(span))
        items[position].remaining -= work
        if items[position].untilChallenge > 0 { items[position].untilChallenge -= span }
        account(work * items[position].bytesPerUnit, for: items[position].batch, over: span, items: 1)
      }
      noticeSpentBudgets(at: time)
    }
    now = time
    refreshBudgets()
  }

  @inline(__always)
  private mutating func refreshBudgets() {
    wifiBudget.refresh(at: now)
    cellularBudget.refresh(at: now)
    noticeSpentBudgets(at: now)
  }

  /// Only a change matters to what batches may use: to look at all of them at each step would take very long.
  @inline(__always)
  private mutating func noticeSpentBudgets(at time: Instant) {
    let isSpent = (wifiBudget.isSpent, cellularBudget.isSpent)
    guard isSpent != knownSpent else { return }
    if isTraced {
      if isSpent.0, !knownSpent.0 { record(.budgetSpent(network: "Wi-Fi"), at: time) }
      if isSpent.1, !knownSpent.1 { record(.budgetSpent(network: "cellular"), at: time) }
    }
    knownSpent = isSpent
    areNetworksStale = true
  }

  /// Charges bytes of a batch to its job, to the budgets and to the radios.
  @inline(__always)
  mutating func account(_ bytes: Double, for index: Int, over span: Int64, items: Int) {
    let job = batches[index].job
    let isUpload = model.transfers[batches[index].transfer].isUpload
    switch batches[index].network {
    case .wifi:
      let time = Double(span) * Double(items) / Double(max(1, load.onWifi))
      jobs[job].wifiBytes += bytes
      wifiRadio.carry(bytes, for: time, isUpload: isUpload, &jobs[job])
      if batches[index].isDiscretionary { wifiBudget.use(bytes, from: now) }
    case .cellular:
      let time = Double(span) * Double(items) / Double(max(1, load.onCellular))
      jobs[job].cellularBytes += bytes
      cellularRadio.carry(bytes, for: time, isUpload: isUpload, &jobs[job])
      if batches[index].isDiscretionary { cellularBudget.use(bytes, from: now) }
    case nil: break
    }
  }
}

internal import PolicyModel

// What is on the wire: which items may go on, how fast, and when the next one ends.
extension Simulation {
  // MARK: - Networks

  /// What may carry a group's items now; `nil` where nothing may.
  private func network(for group: Group) -> Network? {
    let session = plan.sessions[plan.entries[group.entry].session]
    let usesCellular = plan.entries[group.entry].usesCellular
    guard !group.isHeld, now >= earliest(of: group) else { return nil }
    // A session that is no background session ends with the app's time.
    if !session.isBackground, !isAppRunning { return nil }
    guard group.isDiscretionary else { return wifi.isOn ? .wifi : usesCellular ? .cellular : nil }
    if lowPowerMode.isOn { return nil }
    if wifi.isOn, !wifiBudget.isSpent {
      return charging.isOn || now >= relaxation(of: group, at: plan.settings.relaxPower) ? .wifi : nil
    }
    guard usesCellular, !wifi.isOn, !cellularBudget.isSpent else { return nil }
    return now >= relaxation(of: group, at: plan.settings.relaxNetwork) ? .cellular : nil
  }

  private func earliest(of group: Group) -> Instant {
    group.created.later(by: plan.entries[group.entry].earliestBegin)
  }

  /// When a part of a group's resource timeout has passed.
  private func relaxation(of group: Group, at part: Double) -> Instant {
    let timeout = plan.sessions[plan.entries[group.entry].session].timeout
    let share = Double(timeout) * part
    return share < 0x1p62 ? group.created.later(by: Int64(share)) : .never
  }

  // MARK: - Slots

  /// Takes items off the wire that can't go on, and puts others in their place: by rank, then by age.
  mutating func fillSlots() {
    for session in sessions.indices where !sessions[session].groups.isEmpty {
      for index in sessions[session].groups.indices {
        let network = network(for: sessions[session].groups[index])
        if network == nil, sessions[session].groups[index].active > 0 { pause(index, of: session) }
        sessions[session].groups[index].network = network
      }
      startItems(of: session)
    }
    markRadios()
  }

  private mutating func pause(_ group: Int, of session: Int) {
    sessions[session].groups[group].paused += sessions[session].items.filter { $0.group == group }
    sessions[session].items.removeAll { $0.group == group }
    sessions[session].groups[group].active = 0
  }

  private mutating func startItems(of session: Int) {
    var free = plan.settings.concurrency - sessions[session].items.count
    for index in sessions[session].groups.indices
    where free > 0 && sessions[session].groups[index].network != nil {
      let room = min(free, freeConnections(for: sessions[session].groups[index].entry, of: session))
      for _ in 0..<max(0, room) {
        guard let item = nextItem(of: index, in: session) else { break }
        sessions[session].items.append(item)
        sessions[session].groups[index].active += 1
        free -= 1
      }
    }
  }

  /// How many more connections a session may make to a transfer's host.
  private func freeConnections(for entry: Int, of session: Int) -> Int {
    guard !plan.day.isIdeal else { return .max }
    let host = plan.entries[entry].host
    let used = sessions[session].items.count { item in
      plan.entries[sessions[session].groups[item.group].entry].host == host
    }
    return plan.sessions[session].connectionsPerHost - used
  }

  private mutating func nextItem(of group: Int, in session: Int) -> ActiveItem? {
    if var item = sessions[session].groups[group].paused.popLast() {
      item.group = group
      return item
    }
    guard sessions[session].groups[group].waiting > 0 else { return nil }
    sessions[session].groups[group].waiting -= 1
    return newItem(of: group, in: session)
  }

  private mutating func newItem(of group: Int, in session: Int) -> ActiveItem {
    let entry = plan.entries[sessions[session].groups[group].entry]
    let bytes =
      entry.size.lowerBound == entry.size.upperBound
      ? entry.size.lowerBound : sizes[sessions[session].groups[group].entry].uniform(entry.size)
    var item: ActiveItem
    if let wire = entry.wire {
      let whole = Double(wire)
      item = ActiveItem(
        group: group, remaining: whole, whole: whole, bytesPerUnit: whole > 0 ? bytes / whole : 0,
        isTimed: true)
    } else {
      item = ActiveItem(group: group, remaining: bytes, whole: bytes, bytesPerUnit: 1, isTimed: false)
    }
    if asksForCredentials(group, session) { item.untilChallenge = plan.settings.challengeAfter }
    sessions[session].isFresh = false
    return item
  }

  private func asksForCredentials(_ group: Int, _ session: Int) -> Bool {
    let group = sessions[session].groups[group]
    guard group.isChallenged else { return false }
    switch plan.entries[group.entry].challenge {
    case .never: return false
    case .once: return sessions[session].isFresh
    case .perTransfer, .replacesTask: return true
    }
  }

  /// Wakes the radios that have something to carry.
  private mutating func markRadios() {
    var isWifiUsed = false
    var isCellularUsed = false
    for session in sessions.indices {
      for item in sessions[session].items {
        let group = sessions[session].groups[item.group]
        switch group.network {
        case .wifi where !isWifiUsed:
          wifiRadio.begin(at: now, for: group.occurrence, &occurrences)
          isWifiUsed = true
        case .cellular where !isCellularUsed:
          cellularRadio.begin(at: now, for: group.occurrence, &occurrences)
          isCellularUsed = true
        default: break
        }
      }
    }
    if !isWifiUsed { wifiRadio.idle(since: now) }
    if !isCellularUsed { cellularRadio.idle(since: now) }
  }

  // MARK: - Speed

  /// How many items share a network: those whose size decides their time.
  private func sharers(of network: Network) -> Int {
    var count = 0
    for session in sessions {
      for item in session.items where !item.isTimed && session.groups[item.group].network == network {
        count += 1
      }
    }
    return count
  }

  /// Units of an item's work in a millisecond.
  private func rate(of item: ActiveItem, on network: Network?, _ sharers: (wifi: Int, cellular: Int))
    -> Double
  {
    if item.isTimed { return 1 }
    switch network {
    case .wifi: return plan.settings.wifiRate / Double(max(1, sharers.wifi))
    case .cellular: return plan.settings.cellularRate / Double(max(1, sharers.cellular))
    case nil: return 0
    }
  }

  private var sharerCounts: (wifi: Int, cellular: Int) { (sharers(of: .wifi), sharers(of: .cellular)) }

  /// Milliseconds until an item is done at a rate.
  private func timeLeft(_ item: ActiveItem, at rate: Double) -> Int64 {
    let time = (item.remaining / rate).rounded(.up)
    return time < 0x1p62 ? Int64(time) : .max
  }

  /// When an item ends or is asked for credentials, or a budget is spent.
  var nextItemEvent: Instant {
    let sharers = sharerCounts
    var next = Instant.never
    var wifiUse = 0.0
    var cellularUse = 0.0
    for session in sessions {
      for item in session.items {
        if now < item.stalledUntil {
          next = min(next, item.stalledUntil)
          continue
        }
        let group = session.groups[item.group]
        let rate = rate(of: item, on: group.network, sharers)
        var time = timeLeft(item, at: rate)
        if item.untilChallenge >= 0 { time = min(time, item.untilChallenge) }
        next = min(next, now.later(by: time))
        guard group.isDiscretionary else { continue }
        if group.network == .wifi {
          wifiUse += rate * item.bytesPerUnit
        } else {
          cellularUse += rate * item.bytesPerUnit
        }
      }
    }
    next = min(next, exhaustion(of: wifiBudget, at: wifiUse))
    return min(next, exhaustion(of: cellularBudget, at: cellularUse))
  }

  private func exhaustion(of budget: ByteBudget, at use: Double) -> Instant {
    guard use > 0 else { return .never }
    let time = (budget.remaining(at: now) / use).rounded(.up)
    return time < 0x1p62 ? now.later(by: Int64(time)) : .never
  }

  // MARK: - Time passes

  /// Carries everything on the wire up to a time before or at which nothing else happens.
  mutating func advance(to time: Instant) {
    let span = time - now
    if span > 0 {
      wifiBudget.refresh(at: now)
      cellularBudget.refresh(at: now)
      let sharers = sharerCounts
      for session in sessions.indices {
        for index in sessions[session].items.indices where now >= sessions[session].items[index].stalledUntil
        {
          let item = sessions[session].items[index]
          let network = sessions[session].groups[item.group].network
          let work = min(item.remaining, rate(of: item, on: network, sharers) * Double(span))
          sessions[session].items[index].remaining -= work
          if item.untilChallenge > 0 { sessions[session].items[index].untilChallenge -= span }
          account(work * item.bytesPerUnit, for: item.group, of: session, over: span, items: 1)
        }
      }
    }
    now = time
    wifiBudget.refresh(at: now)
    cellularBudget.refresh(at: now)
  }

  /// Charges bytes of a group to its occurrence, to the budgets and to the radios.
  private mutating func account(
    _ bytes: Double, for index: Int, of session: Int, over span: Int64, items: Int
  ) {
    let group = sessions[session].groups[index]
    let isUpload = plan.entries[group.entry].isUpload
    let time = Double(span) * Double(items) / Double(max(1, itemsOnWire(of: group.network)))
    switch group.network {
    case .wifi:
      occurrences[group.occurrence].wifiBytes += bytes
      wifiRadio.carry(bytes, for: time, isUpload: isUpload, &occurrences[group.occurrence])
      if group.isDiscretionary { wifiBudget.use(bytes, from: now) }
    case .cellular:
      occurrences[group.occurrence].cellularBytes += bytes
      cellularRadio.carry(bytes, for: time, isUpload: isUpload, &occurrences[group.occurrence])
      if group.isDiscretionary { cellularBudget.use(bytes, from: now) }
    case nil: break
    }
  }

  private func itemsOnWire(of network: Network?) -> Int {
    var count = 0
    for session in sessions {
      for item in session.items where session.groups[item.group].network == network { count += 1 }
    }
    return count
  }

  // MARK: - Many alike at once

  /// Goes on by whole rounds of equal items while nothing else can happen: the same as step by step, and faster.
  mutating func skipRounds(before limit: Instant) {
    guard let session = sessions.indices.first(where: { !sessions[$0].items.isEmpty }),
      !sessions.indices.contains(where: { $0 != session && !sessions[$0].items.isEmpty })
    else { return }
    let items = sessions[session].items
    let first = items[0]
    let group = sessions[session].groups[first.group]
    let entry = plan.entries[group.entry]
    guard group.waiting >= items.count, group.paused.isEmpty, !group.isChallenged,
      entry.size.lowerBound == entry.size.upperBound,
      items.allSatisfy({
        $0.group == first.group && $0.remaining == first.remaining && now >= $0.stalledUntil
      }),
      !sessions[session].groups[..<first.group].contains(where: { $0.network != nil && $0.isUnfinished })
    else { return }
    let count = items.count
    let rate = rate(of: first, on: group.network, sharerCounts)
    let firstRound = timeLeft(first, at: rate)
    var whole = first
    whole.remaining = first.whole
    let round = timeLeft(whole, at: rate)
    let budget = group.network == .wifi ? wifiBudget : cellularBudget
    let use = rate * first.bytesPerUnit * Double(count)
    let end = min(
      limit, plan.settings.horizon, group.isDiscretionary ? exhaustion(of: budget, at: use) : .never)
    guard firstRound < .max, round > 0, end == .never || end - now > firstRound else { return }
    let room = end == .never ? Int64.max : (end - now - firstRound - 1) / round
    let rounds = min(Int64(group.waiting / count), room == .max ? .max : 1 + room)
    guard rounds >= 2 else { return }

    let start = now
    let span = firstRound + (rounds - 1) * round
    account(
      (first.remaining + first.whole * Double(rounds - 1)) * first.bytesPerUnit * Double(count),
      for: first.group,
      of: session, over: span, items: count)
    for index in sessions[session].items.indices { sessions[session].items[index].remaining = first.whole }
    sessions[session].groups[first.group].waiting -= Int(rounds) * count
    now = start + span
    finishRounds(
      Rounds(first: start + firstRound, length: round, count: rounds, items: count), of: group)
  }
}

/// Rounds in which equal items end together.
struct Rounds {
  /// When the first one ends.
  let first: Instant
  /// Milliseconds from one to the next.
  let length: Int64
  /// How many there are.
  let count: Int64
  /// Items in each.
  let items: Int

  /// How many items end after a time.
  func items(after time: Instant) -> Int {
    if time < first { return Int(count) * items }
    let passed = min(count, (time - first) / length + 1)
    return Int(count - passed) * items
  }
}

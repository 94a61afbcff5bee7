internal import PolicyModel

// What happens, in the order in which equal times are settled: a visit begins, items end or ask for credentials, what was
// held is let go, the delay lapses, the app's own code runs, a visit ends.
extension Simulation {
  /// When the next thing happens that is not on the wire.
  var nextExternalEvent: Instant {
    var next = min(visits.nextChange, wifi.nextChange, charging.nextChange, lowPowerMode.nextChange)
    next = min(next, wifiBudget.nextChange, cellularBudget.nextChange)
    if let delayedWake { next = min(next, delayedWake.at) }
    for time in due { next = min(next, time) }
    for submission in submissions { next = min(next, submission.at) }
    var isAnyHeld = false
    for session in sessions {
      for group in session.groups where group.isUnfinished {
        next = min(next, group.deadline)
        if group.isHeld {
          isAnyHeld = true
          next = min(next, group.opens)
        }
        for time in thresholds(of: group) where time > now { next = min(next, time) }
      }
    }
    if !isAnyHeld, !isLapseBlocked { next = min(next, max(now, limiter.lapse)) }
    if now < awakeUntil, plan.sessions.contains(where: { !$0.isBackground }) { next = min(next, awakeUntil) }
    return next
  }

  /// Times at which a group may begin to use another network.
  private func thresholds(of group: Group) -> [Instant] {
    let entry = plan.entries[group.entry]
    guard group.isDiscretionary || entry.earliestBegin > 0 else { return [] }
    let timeout = Double(plan.sessions[entry.session].timeout)
    let parts = [plan.settings.relaxPower, plan.settings.relaxNetwork].filter { timeout * $0 < 0x1p62 }
    return [group.created.later(by: entry.earliestBegin)]
      + parts.map { group.created.later(by: Int64(timeout * $0)) }
  }

  // MARK: - Visits and switches

  mutating func visitorArrives() {
    guard visits.nextChange == now, !visits.isOpen else { return }
    visits.flip()
    limiter.foreground()
    delayedWake = nil
    for session in sessions.indices {
      for index in sessions[session].groups.indices {
        if sessions[session].groups[index].isHeld { open(index, of: session) }
        // What was only inferred to be discretionary is so no longer.
        if sessions[session].groups[index].isDiscretionaryByInference {
          sessions[session].groups[index].isDiscretionary = false
        }
      }
      deliver(session)
    }
  }

  mutating func visitorLeaves() {
    if visits.nextChange == now, visits.isOpen { visits.flip() }
  }

  mutating func switchesFlip() {
    while wifi.nextChange == now { wifi.flip() }
    while charging.nextChange == now { charging.flip() }
    while lowPowerMode.nextChange == now { lowPowerMode.flip() }
  }

  // MARK: - Items

  /// Ends what is done and asks for credentials where the server does, by rank.
  mutating func itemsEnd() {
    for rank in plan.entries.indices {
      let session = plan.entries[rank].session
      var index = 0
      while index < sessions[session].items.count {
        let item = sessions[session].items[index]
        guard sessions[session].groups[item.group].entry == rank, now >= item.stalledUntil else {
          index += 1
          continue
        }
        if item.untilChallenge == 0 {
          if !challenge(index, of: session) { index += 1 }
        } else if isDone(item) {
          sessions[session].items.remove(at: index)
          finish(item.group, of: session)
          index = 0
        } else {
          index += 1
        }
      }
    }
    for session in sessions.indices { removeEndedGroups(of: session) }
  }

  private func isDone(_ item: ActiveItem) -> Bool {
    item.remaining <= item.whole * 1e-9
  }

  /// An item has come through.
  private mutating func finish(_ group: Int, of session: Int) {
    sessions[session].groups[group].active -= 1
    let occurrence = sessions[session].groups[group].occurrence
    let entry = plan.entries[sessions[session].groups[group].entry]
    occurrences[occurrence].finished += 1
    occurrences[occurrence].lastFinish = now
    if now > sessions[session].groups[group].created.later(by: entry.validFor) {
      occurrences[occurrence].expired += 1
    }
    if now > occurrences[occurrence].start.later(by: entry.deadline) {
      occurrences[occurrence].missedDeadline += 1
    }
    end(1, of: occurrence, in: session, isCounted: true)
  }

  /// Many equal items have come through, and more are to come.
  mutating func finishRounds(_ rounds: Rounds, of group: Group) {
    let entry = plan.entries[group.entry]
    let count = Int(rounds.count) * rounds.items
    occurrences[group.occurrence].finished += count
    occurrences[group.occurrence].lastFinish = now
    occurrences[group.occurrence].expired += rounds.items(after: group.created.later(by: entry.validFor))
    let deadline = occurrences[group.occurrence].start.later(by: entry.deadline)
    occurrences[group.occurrence].missedDeadline += rounds.items(after: deadline)
    occurrences[group.occurrence].outstanding -= count
    if !isAppRunning { occurrences[group.occurrence].undelivered += count }
  }

  /// Items are over, one way or the other: the app is told if it runs, woken if its session has nothing else to wait for.
  private mutating func end(_ count: Int, of occurrence: Int, in session: Int, isCounted: Bool) {
    occurrences[occurrence].outstanding -= count
    occurrences[occurrence].undelivered += count
    if isAppRunning {
      deliver(session)
    } else if !sessions[session].isUnfinished, plan.sessions[session].isBackground {
      wake(for: occurrence, isCounted: isCounted)
      if isAppRunning || delayedWake == nil { deliver(session) }
    }
  }

  /// The server asks for credentials; `true` where the item is taken off the wire.
  private mutating func challenge(_ index: Int, of session: Int) -> Bool {
    let item = sessions[session].items[index]
    let group = sessions[session].groups[item.group]
    sessions[session].items[index].untilChallenge = -1
    var answer = now
    if !isAppRunning {
      answer = limiter.hearing(ofEventAt: now)
      wake(for: group.occurrence, isCounted: true)
    }
    if plan.entries[group.entry].challenge == .replacesTask {
      sessions[session].items.remove(at: index)
      sessions[session].groups[item.group].active -= 1
      occurrences[group.occurrence].submitted -= 1
      occurrences[group.occurrence].outstanding -= 1
      submissions.append(Submission(at: answer, occurrence: group.occurrence, items: 1, isChallenged: false))
      return true
    }
    sessions[session].items[index].stalledUntil = answer
    return false
  }

  // MARK: - Resource timeouts

  mutating func deadlinesPass() {
    for session in sessions.indices {
      for index in sessions[session].groups.indices {
        let group = sessions[session].groups[index]
        guard group.isUnfinished, group.deadline <= now else { continue }
        let count = group.waiting + group.active + group.paused.count
        sessions[session].items.removeAll { $0.group == index }
        sessions[session].groups[index].waiting = 0
        sessions[session].groups[index].active = 0
        sessions[session].groups[index].paused = []
        sessions[session].groups[index].isHeld = false
        if now > group.created.later(by: plan.entries[group.entry].validFor) {
          occurrences[group.occurrence].expired += count
        }
        occurrences[group.occurrence].isStopped = true
        end(count, of: group.occurrence, in: session, isCounted: false)
      }
      removeEndedGroups(of: session)
    }
  }

  /// Forgets groups of which nothing is left, and keeps the items' places right.
  private mutating func removeEndedGroups(of session: Int) {
    guard sessions[session].groups.contains(where: { !$0.isUnfinished }) else { return }
    var places: [Int] = []
    var kept: [Group] = []
    for group in sessions[session].groups {
      places.append(kept.count)
      if group.isUnfinished { kept.append(group) }
    }
    sessions[session].groups = kept
    for index in sessions[session].items.indices {
      sessions[session].items[index].group = places[sessions[session].items[index].group]
    }
  }

  // MARK: - The limiter

  mutating func release() {
    var isReleased = false
    for session in sessions.indices {
      for index in sessions[session].groups.indices
      where sessions[session].groups[index].isHeld && sessions[session].groups[index].opens <= now {
        open(index, of: session)
        isReleased = true
      }
    }
    if isReleased { limiter.release(at: now) }
  }

  private mutating func open(_ index: Int, of session: Int) {
    sessions[session].groups[index].isHeld = false
    let group = sessions[session].groups[index]
    occurrences[group.occurrence].addHold(from: group.created, to: now)
  }

  mutating func lapse() {
    guard limiter.lapse <= now, !sessions.contains(where: { $0.groups.contains { $0.isHeld } }) else {
      return
    }
    _ = limiter.lapse(whileRunning: isAnythingRunning)
  }

  /// Whether the reading of the rule forbids the delay to lapse now.
  private var isLapseBlocked: Bool { limiter.rules.lapse == .idle && isAnythingRunning }

  private var isAnythingRunning: Bool {
    sessions.contains { $0.groups.contains { !$0.isHeld && $0.isUnfinished } }
  }
}

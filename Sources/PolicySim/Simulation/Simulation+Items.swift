internal import PolicyModel

/// An item that is over, or is asked for credentials.
struct EndedItem: Comparable, Sendable {
  /// Its transfer's place in the plan.
  let entry: Int
  /// Its place on the wire.
  let place: Int

  static func < (left: EndedItem, right: EndedItem) -> Bool {
    left.entry != right.entry ? left.entry < right.entry : left.place < right.place
  }
}

// How items end, and who hears of it.
extension Simulation {
  /// Ends what is done and asks for credentials where the server does, by rank.
  @inline(__always)
  mutating func itemsEnd() {
    ended.removeAll()
    for place in items.indices {
      guard now >= items[place].stalledUntil, items[place].untilChallenge == 0 || items[place].isOver else {
        continue
      }
      ended.append(EndedItem(entry: groups[items[place].group].entry, place: place))
    }
    guard !ended.isEmpty else { return }
    isWireStale = true
    if ended.count > 1 { ended.sort() }
    for index in ended.indices {
      let place = ended[index].place
      if items[place].untilChallenge == 0 {
        challenge(place)
      } else if items[place].failsAt > 0 {
        takeOff(place)
        fail(items[place])
      } else {
        takeOff(place)
        finish(items[place].group)
      }
    }
    if ended.count == 1 {
      if items[ended[0].place].isOff { items.remove(at: ended[0].place) }
    } else {
      items.removeAll { $0.isOff }
    }
  }

  /// An item leaves the wire.
  @inline(__always)
  private mutating func takeOff(_ place: Int) {
    items[place].isOff = true
    let group = items[place].group
    groups[group].active -= 1
    let session = groups[group].session
    sessions[session].active -= 1
    freeConnection(of: groups[group].entry, session)
  }

  /// An item has come through.
  @inline(__always)
  private mutating func finish(_ index: Int) {
    let occurrence = groups[index].occurrence
    let entry = groups[index].entry
    occurrences[occurrence].finished += 1
    occurrences[occurrence].lastFinish = now
    if now > groups[index].created.later(by: plan.entries[entry].validFor) {
      occurrences[occurrence].expired += 1
    }
    if now > occurrences[occurrence].start.later(by: plan.entries[entry].deadline) {
      occurrences[occurrence].missedDeadline += 1
    }
    if isTraced { tellFinished(occurrence) }
    end(1, of: index, isCounted: true)
  }

  /// A try has failed: the app submits the item again when it hears of it, or gives it up.
  private mutating func fail(_ item: ActiveItem) {
    let occurrence = groups[item.group].occurrence
    let entry = groups[item.group].entry
    if item.failures < plan.entries[entry].retries {
      keepForRetry(item, of: occurrence)
    } else {
      occurrences[occurrence].failed += 1
      occurrences[occurrence].lastFailure = now
      if isTraced { tell(.failed(transfer: plan.entries[entry].name, items: 1, .failedTooOften)) }
    }
    end(1, of: item.group, isCounted: true)
  }

  /// Puts an item aside until the app submits it again.
  private mutating func keepForRetry(_ item: ActiveItem, of occurrence: Int) {
    var item = item
    item.failures += 1
    item.isOff = false
    item.failsAt = 0
    item.stalledUntil = 0
    if !plan.entries[occurrences[occurrence].entry].isResumable { item.remaining = item.whole }
    occurrences[occurrence].submitted -= 1
    occurrences[occurrence].toRetry += 1
    failedItems.append((occurrence, item))
  }

  /// Many equal items have come through, and more are to come.
  mutating func finishRounds(_ rounds: Rounds, of index: Int) {
    let occurrence = groups[index].occurrence
    let entry = groups[index].entry
    let count = Int(rounds.count) * rounds.items
    occurrences[occurrence].finished += count
    occurrences[occurrence].lastFinish = now
    occurrences[occurrence].expired +=
      rounds.items(after: groups[index].created.later(by: plan.entries[entry].validFor))
    let deadline = occurrences[occurrence].start.later(by: plan.entries[entry].deadline)
    occurrences[occurrence].missedDeadline += rounds.items(after: deadline)
    occurrences[occurrence].outstanding -= count
    sessions[groups[index].session].unfinished -= count
    if !isAppRunning { addNews(of: occurrence, count, groups[index].session) }
  }

  @inline(__always)
  private mutating func addNews(of occurrence: Int, _ count: Int, _ session: Int) {
    if occurrences[occurrence].undelivered == 0 {
      queues[session].news.append(occurrence)
      sessions[session].news += 1
    }
    occurrences[occurrence].undelivered += count
  }

  /// Items are over, one way or the other: the app is told if it runs, woken if its session has nothing else to wait for.
  private mutating func end(_ count: Int, of index: Int, isCounted: Bool) {
    let occurrence = groups[index].occurrence
    let session = groups[index].session
    occurrences[occurrence].outstanding -= count
    sessions[session].unfinished -= count
    addNews(of: occurrence, count, session)
    settle(occurrence)
    if !groups[index].isUnfinished { retire(index) }
    if isAppRunning {
      deliver(session)
    } else if sessions[session].unfinished == 0, plan.sessions[session].isBackground,
      plan.sessions[session].sendsLaunchEvents, mayLaunch
    {
      wake(for: occurrence, isCounted: isCounted)
      if isAppRunning || delayedWake == nil { deliver(session) }
    }
  }

  /// A group of which nothing is left gives its place away.
  @inline(__always)
  private mutating func retire(_ index: Int) {
    if groups[index].isHeld { heldGroups -= 1 } else { openGroups -= 1 }
    groups[index].isHeld = false
    groups[index].network = nil
    groups[index].generation = 0
    freeGroups.append(index)
  }

  /// The server asks for credentials.
  private mutating func challenge(_ place: Int) {
    let group = items[place].group
    let occurrence = groups[group].occurrence
    items[place].untilChallenge = -1
    var answer = now
    if !isAppRunning {
      // Whom nothing wakes answers when the user comes.
      answer = mayLaunch ? limiter.hearing(ofEventAt: now) : device.visits.nextChange
      wake(for: occurrence, isCounted: true)
    }
    guard plan.entries[groups[group].entry].challenge == .replacesTask else {
      items[place].stalledUntil = answer
      return
    }
    takeOff(place)
    occurrences[occurrence].submitted -= 1
    occurrences[occurrence].outstanding -= 1
    sessions[groups[group].session].unfinished -= 1
    if !groups[group].isUnfinished { retire(group) }
    submissions.append(Submission(at: answer, occurrence: occurrence, items: 1, isChallenged: false))
  }

  // MARK: - Ends of whole groups

  /// A resource timeout ends.
  mutating func timeOut(_ index: Int) {
    guard groups[index].isUnfinished else { return }
    let occurrence = groups[index].occurrence
    let count = dropItems(of: index)
    if now > groups[index].created.later(by: plan.entries[groups[index].entry].validFor) {
      occurrences[occurrence].expired += count
    }
    occurrences[occurrence].isStopped = true
    occurrences[occurrence].failed += count
    occurrences[occurrence].lastFailure = now
    if isTraced {
      tell(.failed(transfer: plan.entries[groups[index].entry].name, items: count, .resourceTimeout))
    }
    end(count, of: index, isCounted: false)
  }

  /// All of a group's items are cancelled; the app may submit them again when it is opened.
  mutating func cancel(_ index: Int) {
    let occurrence = groups[index].occurrence
    let entry = groups[index].entry
    let retries = plan.entries[entry].retries
    var cancelled = items.filter { $0.group == index }
    cancelled += pausedItems.filter { $0.group == index }
    if retries > 0 {
      for _ in 0..<groups[index].waiting { cancelled.append(newItem(of: index)) }
    }
    let count = dropItems(of: index)
    var lost = count
    for item in cancelled where item.failures < retries {
      keepForRetry(item, of: occurrence)
      lost -= 1
    }
    occurrences[occurrence].failed += lost
    if lost > 0 { occurrences[occurrence].lastFailure = now }
    if lost > 0, isTraced { tell(.failed(transfer: plan.entries[entry].name, items: lost, .forceQuit)) }
    end(count, of: index, isCounted: false)
  }

  /// Takes everything of a group off the wire and out of the queue, and tells how many items that were.
  private mutating func dropItems(of index: Int) -> Int {
    let count = groups[index].waiting + groups[index].active + groups[index].paused
    let session = groups[index].session
    if groups[index].active > 0 {
      items.removeAll { $0.group == index }
      sessions[session].active -= groups[index].active
    }
    if groups[index].paused > 0 { pausedItems.removeAll { $0.group == index } }
    groups[index].waiting = 0
    groups[index].active = 0
    groups[index].paused = 0
    freeConnection(of: groups[index].entry, session)
    isWireStale = true
    return count
  }
}

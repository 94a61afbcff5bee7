internal import PolicyModel

// Which items have a place on the wire, and which network carries them.
extension Simulation {
  // MARK: - Networks

  /// What may carry a group's items now; `nil` where nothing may.
  @inline(__always)
  private mutating func network(for index: Int) -> Network? {
    let entry = groups[index].entry
    let session = groups[index].session
    guard !groups[index].isHeld, now >= groups[index].begins else { return nil }
    // A session that is no background session ends with the app's time.
    if !plan.sessions[session].isBackground, !isAppRunning { return nil }
    if device.lowDataMode.isOn, !plan.entries[entry].usesConstrained || groups[index].isDiscretionary {
      return nil
    }
    let hasWifi = device.hasWifi && (!device.isWifiExpensive || plan.entries[entry].usesExpensive)
    let hasCellular = device.cellular.isOn && plan.entries[entry].usesCellular
    guard groups[index].isDiscretionary else { return hasWifi ? .wifi : hasCellular ? .cellular : nil }
    return discretionaryNetwork(for: index, hasWifi: hasWifi, hasCellular: hasCellular)
  }

  /// The same for what the system may choose the time of.
  private mutating func discretionaryNetwork(for index: Int, hasWifi: Bool, hasCellular: Bool) -> Network? {
    if device.savesPower { return nil }
    if hasWifi, !wifiBudget.isSpent {
      if device.isWifiExpensive { return now >= groups[index].waivesNetwork ? .wifi : nil }
      return device.charging.isOn || now >= groups[index].waivesPower ? .wifi : nil
    }
    guard hasCellular, !hasWifi, !cellularBudget.isSpent else { return nil }
    return now >= groups[index].waivesNetwork ? .cellular : nil
  }

  /// Finds anew what carries a group.
  @inline(__always)
  mutating func findNetwork(for index: Int) {
    let network = network(for: index)
    if network == nil, groups[index].active > 0 { pause(index) }
    if network != groups[index].network { isWireStale = true }
    groups[index].network = network
    enqueue(index)
  }

  /// Gives a group a place in its session's queue, where it has use for one.
  @inline(__always)
  private mutating func enqueue(_ index: Int) {
    guard !groups[index].isQueued, groups[index].network != nil,
      groups[index].waiting + groups[index].paused > 0
    else { return }
    groups[index].isQueued = true
    isWireStale = true
    let rank = Rank(entry: groups[index].entry, age: groups[index].age, group: index)
    queues[groups[index].session].ready.push(rank)
  }

  private mutating func pause(_ index: Int) {
    let entry = groups[index].entry
    for place in items.indices where items[place].group == index {
      items[place].isOff = true
      var item = items[place]
      item.isOff = false
      if !plan.entries[entry].isResumable { restart(&item) }
      pausedItems.append(item)
    }
    items.removeAll { $0.isOff }
    if isTraced { tell(.paused(transfer: plan.entries[entry].name, items: groups[index].active)) }
    let session = groups[index].session
    sessions[session].active -= groups[index].active
    groups[index].paused += groups[index].active
    groups[index].active = 0
    freeConnection(of: entry, session)
  }

  /// What can't go on where it stopped begins again.
  private func restart(_ item: inout ActiveItem) {
    item.remaining = item.whole
  }

  // MARK: - Slots

  /// Takes items off the wire that can't go on, and puts others in their place: by rank, then by age.
  @inline(__always)
  mutating func fillSlots() {
    if areNetworksStale {
      areNetworksStale = false
      for index in groups.indices where groups[index].isUnfinished { findNetwork(for: index) }
    }
    guard isWireStale else { return }
    isWireStale = false
    for session in sessions.indices { startItems(of: session) }
    measureLoad()
  }

  @inline(__always)
  private mutating func startItems(of session: Int) {
    while sessions[session].active < plan.settings.concurrency, let rank = queues[session].ready.first {
      let index = rank.group
      guard groups[index].age == rank.age, groups[index].network != nil,
        groups[index].waiting + groups[index].paused > 0
      else {
        leaveQueue(rank, session)
        continue
      }
      let places = plan.settings.concurrency - sessions[session].active
      let room = min(places, freeConnections(for: rank.entry, of: session))
      guard room > 0 else {
        queues[session].ready.pop()
        queues[session].blocked[plan.entries[rank.entry].host, default: Heap()].push(rank)
        continue
      }
      start(min(room, groups[index].waiting + groups[index].paused), of: index)
    }
  }

  /// What has no use for a place leaves the queue, and lets another one to its host.
  @inline(__always)
  private mutating func leaveQueue(_ rank: Rank, _ session: Int) {
    queues[session].ready.pop()
    if groups[rank.group].age == rank.age { groups[rank.group].isQueued = false }
    freeConnection(of: rank.entry, session)
  }

  @inline(__always)
  private mutating func start(_ count: Int, of index: Int) {
    for _ in 0..<count {
      let item = groups[index].paused > 0 ? takePaused(of: index) : nil
      if let item {
        items.append(item)
      } else {
        groups[index].waiting -= 1
        items.append(newItem(of: index))
      }
    }
    groups[index].active += count
    sessions[groups[index].session].active += count
    if isTraced { tell(.began(transfer: plan.entries[groups[index].entry].name, items: count)) }
  }

  private mutating func takePaused(of index: Int) -> ActiveItem? {
    guard let place = pausedItems.lastIndex(where: { $0.group == index }) else { return nil }
    groups[index].paused -= 1
    return pausedItems.remove(at: place)
  }

  // MARK: - Hosts

  /// How many more connections a session may make to a transfer's host.
  @inline(__always)
  private mutating func freeConnections(for entry: Int, of session: Int) -> Int {
    guard plan.sessions[session].isHostLimited else { return .max }
    let host = plan.entries[entry].host
    let used = items.count { item in
      groups[item.group].session == session && plan.entries[groups[item.group].entry].host == host
    }
    return plan.sessions[session].connectionsPerHost - used
  }

  /// A connection to a transfer's host has become free: the first that waits for one comes back into the queue.
  @inline(__always)
  mutating func freeConnection(of entry: Int, _ session: Int) {
    guard plan.sessions[session].isHostLimited else { return }
    isWireStale = true
    if let rank = queues[session].blocked[plan.entries[entry].host]?.pop() {
      queues[session].ready.push(rank)
    }
  }

  // MARK: - New items

  mutating func newItem(of index: Int) -> ActiveItem {
    let place = groups[index].entry
    let range = plan.entries[place].size
    let bytes = range.lowerBound == range.upperBound ? range.lowerBound : sizes[place].uniform(range)
    var item: ActiveItem
    if let wire = plan.entries[place].wire {
      let whole = Double(wire)
      item = ActiveItem(
        group: index, remaining: whole, whole: whole, bytesPerUnit: whole > 0 ? bytes / whole : 0,
        isTimed: true)
    } else {
      item = ActiveItem(group: index, remaining: bytes, whole: bytes, bytesPerUnit: 1, isTimed: false)
    }
    if asksForCredentials(index) { item.untilChallenge = plan.settings.challengeAfter }
    sessions[groups[index].session].isFresh = false
    decideFate(of: &item)
    return item
  }

  /// Decides whether a try fails, and how far it comes.
  @inline(__always)
  mutating func decideFate(of item: inout ActiveItem) {
    let entry = groups[item.group].entry
    guard plan.entries[entry].failureShare > 0 else { return }
    let fails = fates[entry].unit() < plan.entries[entry].failureShare
    // A try that fails at its very end has failed all the same.
    item.failsAt = fails ? max(item.whole * 1e-6, item.remaining * (1 - fates[entry].unit())) : 0
  }

  @inline(__always)
  private mutating func asksForCredentials(_ index: Int) -> Bool {
    guard groups[index].isChallenged else { return false }
    switch plan.entries[groups[index].entry].challenge {
    case .never: return false
    case .once: return sessions[groups[index].session].isFresh
    case .perTransfer, .replacesTask: return true
    }
  }
}

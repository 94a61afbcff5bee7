// Many items alike are taken at once.
extension Simulation {
  /// Goes on by whole rounds of equal items while nothing else can happen: the same as step by step, and faster; something
  /// has to be on the wire.
  mutating func skipRounds(before limit: Instant) {
    guard groups[items[0].group].waiting >= items.count else { return }
    let first = items[0]
    guard isAloneOnWire(first) else { return }
    let index = first.group
    let count = items.count
    let rate = rate(of: first)
    let firstRound = timeLeft(first, at: rate)
    var whole = first
    whole.remaining = first.whole
    let round = timeLeft(whole, at: rate)
    let budget = groups[index].network == .wifi ? wifiBudget : cellularBudget
    let use = rate * first.bytesPerUnit * Double(count)
    let end = min(
      limit, plan.settings.horizon,
      groups[index].isDiscretionary ? exhaustion(of: budget, at: use) : .never)
    guard firstRound < .max, round > 0, end == .never || end - now > firstRound else { return }
    let room = end == .never ? Int64.max : (end - now - firstRound - 1) / round
    let rounds = min(Int64(groups[index].waiting / count), room == .max ? .max : 1 + room)
    guard rounds >= 2 else { return }

    let start = now
    let span = firstRound + (rounds - 1) * round
    account(
      (first.remaining + first.whole * Double(rounds - 1)) * first.bytesPerUnit * Double(count),
      for: index, over: span, items: count)
    for place in items.indices { items[place].remaining = first.whole }
    groups[index].waiting -= Int(rounds) * count
    now = start + span
    finishRounds(
      Rounds(first: start + firstRound, length: round, count: rounds, items: count), of: index)
  }

  /// Whether nothing but equal items of one group is on the wire, and nothing else can come there before more of them.
  @inline(__always)
  private mutating func isAloneOnWire(_ first: ActiveItem) -> Bool {
    let index = first.group
    let entry = groups[index].entry
    let session = groups[index].session
    guard groups[index].paused == 0, !groups[index].isChallenged,
      plan.entries[entry].size.lowerBound == plan.entries[entry].size.upperBound,
      plan.entries[entry].failureShare == 0
    else { return false }
    // Whoever is first in the queue is next: that has to be the group itself, or there is none who isn't blocked.
    let rank = queues[session].ready.first ?? queues[session].blocked[plan.entries[entry].host]?.first
    guard rank?.group == index, rank?.age == groups[index].age else { return false }
    return items.allSatisfy {
      $0.group == index && $0.remaining == first.remaining && now >= $0.stalledUntil
    }
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

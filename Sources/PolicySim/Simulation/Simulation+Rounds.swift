// Many items alike are taken at once.
extension Simulation {
  /// Goes on by whole rounds of equal items while nothing else can happen: the same as step by step, and faster; something
  /// has to be on the wire.
  mutating func skipRounds(before limit: Instant) {
    guard batches[items[0].batch].waiting >= items.count else { return }
    let first = items[0]
    guard isAloneOnWire(first) else { return }
    let index = first.batch
    let count = items.count
    let rate = rate(of: first)
    let firstRound = timeLeft(first, at: rate)
    var whole = first
    whole.remaining = first.whole
    let round = timeLeft(whole, at: rate)
    let budget = batches[index].network == .wifi ? wifiBudget : cellularBudget
    let use = rate * first.bytesPerUnit * Double(count)
    let end = min(
      limit, model.settings.horizon,
      batches[index].isDiscretionary ? exhaustion(of: budget, at: use) : .never)
    guard firstRound < .max, round > 0, end == .never || end - now > firstRound else { return }
    let room = end == .never ? Int64.max : (end - now - firstRound - 1) / round
    let rounds = min(Int64(batches[index].waiting / count), room == .max ? .max : 1 + room)
    guard rounds >= 2 else { return }

    let start = now
    let span = firstRound + (rounds - 1) * round
    account(
      (first.remaining + first.whole * Double(rounds - 1)) * first.bytesPerUnit * Double(count),
      for: index, over: span, items: count)
    for position in items.indices { items[position].remaining = first.whole }
    batches[index].waiting -= Int(rounds) * count
    now = start + span
    finishRounds(
      Rounds(first: start + firstRound, length: round, count: rounds, items: count), of: index)
  }

  /// Whether nothing but equal items of one batch is on the wire, and nothing else can come there before more of them.
  @inline(__always)
  private mutating func isAloneOnWire(_ first: ActiveItem) -> Bool {
    let index = first.batch
    let transfer = batches[index].transfer
    let session = batches[index].session
    guard batches[index].paused == 0, !batches[index].isChallenged,
      model.transfers[transfer].size.lowerBound == model.transfers[transfer].size.upperBound,
      model.transfers[transfer].failureShare == 0
    else { return false }
    // Whoever is first in the queue is next: that has to be the batch itself, or there is none who isn't blocked.
    let rank = queues[session].ready.first ?? queues[session].blocked[model.transfers[transfer].host]?.first
    guard rank?.batch == index, rank?.age == batches[index].age else { return false }
    return items.allSatisfy {
      $0.batch == index && $0.remaining == first.remaining && now >= $0.stalledUntil
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

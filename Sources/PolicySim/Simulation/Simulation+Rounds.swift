// Rounds of equal items, which are taken at once.
extension Simulation {
  /// Skips whole rounds of equal items as long as nothing else can happen; the outcome is the same as step by step.
  ///
  /// There have to be items on the line.
  mutating func skipRounds(before limit: Instant) {
    let index = line.items[0].batch
    let count = line.items.count
    guard daemon.batches[index].waiting >= count else { return }
    let first = line.items[0]
    guard isAloneOnLine(first) else { return }
    let network = daemon.batches[index].network
    let rate = line.rate(of: first, on: network)
    let firstRound = TransferLine.timeLeft(first, at: rate)
    var whole = first
    whole.remaining = first.whole
    let round = TransferLine.timeLeft(whole, at: rate)
    let budget = network == .wifi ? line.wifiBudget : line.cellularBudget
    let use = rate * first.bytesPerUnit * Double(count)
    let end = min(
      limit, model.settings.horizon,
      daemon.batches[index].isDiscretionary
        ? TransferLine.exhaustion(of: budget, at: now, use: use) : .never)
    guard firstRound < .max, round > 0, end == .never || end - now > firstRound else { return }
    let room = end == .never ? Int64.max : (end - now - firstRound - 1) / round
    let rounds = min(Int64(daemon.batches[index].waiting / count), room == .max ? .max : 1 + room)
    guard rounds >= 2 else { return }

    let start = now
    let span = firstRound + (rounds - 1) * round
    line.account(
      (first.remaining + first.whole * Double(rounds - 1)) * first.bytesPerUnit * Double(count),
      of: daemon.batches[index], from: now, taking: line.radioTimes(for: span, items: count), model: model,
      jobs: &jobs)
    line.restartRound(first.whole)
    daemon.takeWaiting(Int(rounds) * count, of: index)
    now = start + span
    finishRounds(Rounds(first: start + firstRound, length: round, count: rounds, items: count), of: index)
  }

  /// Whether all items on the line are equal items of one batch, and the next one to begin is of that batch, too.
  @inline(__always)
  private mutating func isAloneOnLine(_ first: ActiveItem) -> Bool {
    let index = first.batch
    let transfer = daemon.batches[index].transfer
    let session = daemon.batches[index].session
    guard daemon.batches[index].paused == 0, !daemon.batches[index].isChallenged,
      model.transfers[transfer].hasEqualItems
    else { return false }
    // The first in the queue is next: it has to be the batch itself, or there has to be none that isn't blocked.
    let rank = daemon.first(of: session, orBlockedAt: model.transfers[transfer].host)
    guard rank?.batch == index, rank?.age == daemon.batches[index].age else { return false }
    return line.items.allSatisfy {
      $0.batch == index && $0.remaining == first.remaining && now >= $0.stalledUntil
    }
  }
}

/// Rounds of equal items, which end together.
struct Rounds {
  /// The end of the first round.
  let first: Instant
  /// Milliseconds from one round to the next.
  let length: Int64
  /// The number of rounds.
  let count: Int64
  /// Items in each round.
  let items: Int

  /// The number of items that end after a time.
  func items(after time: Instant) -> Int {
    if time < first { return Int(count) * items }
    let passed = min(count, (time - first) / length + 1)
    return Int(count - passed) * items
  }
}

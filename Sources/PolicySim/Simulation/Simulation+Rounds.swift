// Rounds of equal items, which the run skips at once.
extension Simulation {
  /// Skips whole rounds of equal items as long as no other event can happen; the outcome is the same as step by step.
  ///
  /// The line may not be empty.
  mutating func skipRounds(before limit: Instant) {
    let index = line.items[0].batch
    let count = line.items.count
    guard daemon.batches[index].waiting >= count else { return }
    let first = line.items[0]
    guard isAloneOnLine(first) else { return }
    let network = daemon.batches[index].network
    let rate = line.rate(of: first, on: network)
    let wait = first.isTimed ? 0 : model.settings.requestWait
    let begin = max(now, first.stalledUntil)
    let firstTime = TransferLine.timeLeft(first, at: rate)
    let firstRound = firstTime.later(by: begin - now)
    var whole = first
    whole.remaining = first.whole
    let round = TransferLine.timeLeft(whole, at: rate).later(by: wait)
    let budget = network == .wifi ? line.wifiBudget : line.cellularBudget
    let isDiscretionary = daemon.batches[index].isDiscretionary
    let use = rate * first.bytesPerUnit * Double(count)
    // Between requests no bytes are transferred, so a budget lasts longer than at the rate of the network.
    let isSteady = wait == 0 && begin == now
    // The server rejects the requests of rounds after `isAcceptedUntil`.
    let end = min(
      limit, model.settings.horizon, daemon.batches[index].isAcceptedUntil.later(by: 1),
      isDiscretionary && isSteady ? TransferLine.exhaustion(of: budget, at: now, use: use) : .never)
    guard firstRound < .max, round > 0, round < .max, end == .never || end - now > firstRound else { return }
    let room = end == .never ? Int64.max : (end - now - firstRound - 1) / round
    var rounds = min(Int64(daemon.batches[index].waiting / count), room == .max ? .max : 1 + room)
    if isDiscretionary, !isSteady {
      rounds = min(rounds, Self.affordableRounds(of: first, count, budget.remaining(at: begin)))
    }
    guard rounds >= 2 else { return }

    let start = now
    let span = firstRound + (rounds - 1) * round
    let waits = begin - start + (rounds - 1) * wait
    let times = line.radioTimes(for: span - waits, items: count)
    if waits > 0 {
      let waiting = line.radioTimes(for: waits, items: count)
      line.awaitServer(for: daemon.batches[index], share: 1, of: waiting, &jobs)
    }
    line.account(
      (first.remaining + first.whole * Double(rounds - 1)) * first.bytesPerUnit * Double(count),
      of: daemon.batches[index], from: begin, taking: times, model: model, jobs: &jobs)
    daemon.takeWaiting(Int(rounds) * count, of: index)
    now = start + span
    line.restartRound(first.whole, at: now, wait: wait)
    finishRounds(Rounds(first: start + firstRound, length: round, count: rounds, items: count), of: index)
  }

  /// The number of whole rounds that fit into a number of bytes.
  private static func affordableRounds(of first: ActiveItem, _ count: Int, _ bytes: Double) -> Int64 {
    let perUnit = first.bytesPerUnit * Double(count)
    guard bytes < .infinity, first.whole * perUnit > 0 else { return .max }
    let rounds = (bytes - first.remaining * perUnit) / (first.whole * perUnit)
    return rounds < 0x1p62 ? max(0, Int64(rounds)) : .max
  }

  /// Whether all items on the line are equal items of one batch, and the next item to begin belongs to this batch, too.
  @inline(__always)
  private mutating func isAloneOnLine(_ first: ActiveItem) -> Bool {
    let index = first.batch
    let transfer = daemon.batches[index].transfer
    let session = daemon.batches[index].session
    guard daemon.batches[index].paused == 0, !daemon.batches[index].isChallenged, !first.isRejected,
      model.transfers[transfer].hasEqualItems
    else { return false }
    // The first batch in the queue is next: it has to be this batch, or all batches in the queue have to be blocked.
    let rank = daemon.first(of: session, orBlockedAt: model.transfers[transfer].host)
    guard rank?.batch == index, rank?.age == daemon.batches[index].age else { return false }
    let begin = max(now, first.stalledUntil)
    return line.items.allSatisfy {
      $0.batch == index && $0.remaining == first.remaining && max(now, $0.stalledUntil) == begin
    }
  }
}

/// Rounds of equal items; the items of a round end together.
struct Rounds {
  /// The end of the first round.
  let first: Instant
  /// Milliseconds from one round to the next.
  let length: Int64
  /// The number of rounds.
  let count: Int64
  /// The number of items in each round.
  let items: Int

  /// The number of items that end after a time.
  func items(after time: Instant) -> Int {
    if time < first { return Int(count) * items }
    let passed = min(count, (time - first) / length + 1)
    return Int(count - passed) * items
  }
}

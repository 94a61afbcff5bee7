internal import PolicyModel

// What the app does when it runs, and what makes it run.
extension Simulation {
  /// The daemon resumes the app, now or when the limiter lets it.
  mutating func wake(for occurrence: Int, isCounted: Bool) {
    let time = limiter.hearing(ofEventAt: now)
    guard time <= now else {
      // What becomes due meanwhile is heard of in the same resume.
      if delayedWake == nil { delayedWake = (time, occurrence) }
      return
    }
    resume(for: occurrence, isCounted: isCounted)
  }

  private mutating func resume(for occurrence: Int, isCounted: Bool) {
    limiter.resume(at: now)
    awakeUntil = now.later(by: plan.settings.awake)
    guard isCounted else { return }
    launches += 1
    occurrences[occurrence].launches += 1
    occurrences[occurrence].energy += plan.settings.launchEnergy
  }

  mutating func delayedWakeComes() {
    guard let wake = delayedWake, wake.at <= now else { return }
    delayedWake = nil
    resume(for: wake.cause, isCounted: true)
    for session in sessions.indices where !sessions[session].isUnfinished { deliver(session) }
  }

  /// The app hears what has become of a session's items, and hands over the next ones.
  mutating func deliver(_ session: Int) {
    for index in occurrences.indices
    where occurrences[index].undelivered > 0 && plan.entries[occurrences[index].entry].session == session {
      occurrences[index].undelivered = 0
      let occurrence = occurrences[index]
      let rest = plan.entries[occurrence.entry].count - occurrence.submitted
      guard occurrence.outstanding == 0, rest > 0, !occurrence.isStopped else { continue }
      // The next batch counts as handed over from here on.
      submissions.append(
        Submission(
          occurrence: index, items: min(rest, plan.entries[occurrence.entry].batch), isChallenged: true))
    }
  }

  /// Work comes up for the first time, or again.
  mutating func comeUp(_ entry: Int, isMeasured: Bool) {
    occurrences.append(Occurrence(entry: entry, start: now, isMeasured: isMeasured))
    let count = min(plan.entries[entry].count, plan.entries[entry].batch)
    guard count > 0 else { return }
    submissions.append(Submission(occurrence: occurrences.count - 1, items: count, isChallenged: true))
  }

  mutating func worksComeUp() {
    for entry in due.indices where due[entry] <= now {
      // What starts in the foreground waits for a visit.
      guard plan.entries[entry].startsInBackground || visits.isOpen else {
        due[entry] = max(now + 1, visits.nextChange)
        continue
      }
      comeUp(entry, isMeasured: false)
      due[entry] = plan.entries[entry].period.map { now.later(by: $0) } ?? .never
    }
  }

  /// The app hands over what it has to, by rank.
  mutating func submit() {
    guard submissions.contains(where: { $0.at <= now }) else { return }
    let ready = submissions.enumerated().filter { $0.element.at <= now }.sorted { left, right in
      (occurrences[left.element.occurrence].entry, left.offset)
        < (occurrences[right.element.occurrence].entry, right.offset)
    }
    submissions.removeAll { $0.at <= now }
    for (_, submission) in ready { submit(submission) }
  }

  private mutating func submit(_ submission: Submission) {
    let occurrence = submission.occurrence
    let entry = plan.entries[occurrences[occurrence].entry]
    let session = plan.sessions[entry.session]
    let isFirst = occurrences[occurrence].submitted == 0 && occurrences[occurrence].start == now
    // The first items of a transfer that starts in the foreground find the app open.
    let isInForeground = visits.isOpen || (isFirst && (!entry.startsInBackground || plan.day.isIdeal))
    let opens = limiter.opening(forTaskCreatedAt: now, inForeground: isInForeground)
    let isHeld = opens > now && session.isBackground
    let isInferred = session.isBackground && !isInForeground && !session.isDiscretionary
    let group = Group(
      occurrence: occurrence, entry: occurrences[occurrence].entry, created: now,
      deadline: now.later(by: session.timeout), opens: opens, isHeld: isHeld,
      isDiscretionary: session.isDiscretionary || isInferred, isDiscretionaryByInference: isInferred,
      isChallenged: submission.isChallenged && entry.challenge != .never, waiting: submission.items)
    occurrences[occurrence].submitted += submission.items
    occurrences[occurrence].outstanding += submission.items
    insert(group, into: entry.session)
  }

  /// Puts a group behind those of higher rank and those of its own that are older.
  private mutating func insert(_ group: Group, into session: Int) {
    let index =
      sessions[session].groups.firstIndex { $0.entry > group.entry } ?? sessions[session].groups.count
    sessions[session].groups.insert(group, at: index)
    for item in sessions[session].items.indices where sessions[session].items[item].group >= index {
      sessions[session].items[item].group += 1
    }
    // Paused items carry no place: they get their group's when they go on.
  }
}

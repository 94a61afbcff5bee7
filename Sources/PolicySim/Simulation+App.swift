internal import PolicyModel

// What the app does when it runs for its sessions, and what makes it run.
extension Simulation {
  /// The daemon resumes the app, now or when the limiter lets it.
  mutating func wake(for occurrence: Int, isCounted: Bool) {
    guard mayLaunch else { return }
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
    runApp(for: plan.settings.awake)
    guard isCounted else { return }
    launches += 1
    occurrences[occurrence].launches += 1
    occurrences[occurrence].energy += plan.settings.launchEnergy
    if isTraced { tell(.launched(.transfer(name(of: occurrence)), delay: limiter.delay)) }
  }

  /// The app runs in the background for at least a time from now on.
  mutating func runApp(for time: Int64) {
    awakeUntil = max(awakeUntil, now.later(by: time))
    if plan.hasForegroundSessions { areNetworksStale = true }
    restoreRequests()
    if isTraced { tellAppRuns() }
  }

  mutating func delayedWakeComes() {
    guard let wake = delayedWake, wake.at <= now else { return }
    delayedWake = nil
    resume(for: wake.cause, isCounted: true)
    deliverFinishedSessions()
  }

  /// The app hears of all sessions that wait for nothing more.
  mutating func deliverFinishedSessions() {
    for session in sessions.indices where sessions[session].unfinished == 0 { deliver(session) }
  }

  /// The app hears what has become of a session's items, and hands over the next ones.
  mutating func deliver(_ session: Int) {
    guard !sessions[session].news.isEmpty else { return }
    if sessions[session].news.count > 1 { sessions[session].news.sort() }
    for index in sessions[session].news {
      occurrences[index].undelivered = 0
      let entry = occurrences[index].entry
      let failed = occurrences[index].toRetry
      if failed > 0 {
        occurrences[index].toRetry = 0
        submissions.append(
          Submission(occurrence: index, items: failed, isChallenged: true, isRetry: true))
        continue
      }
      let rest = plan.entries[entry].count - occurrences[index].submitted
      guard occurrences[index].outstanding == 0, rest > 0, !occurrences[index].isStopped else { continue }
      // The next batch counts as handed over from here on.
      submissions.append(
        Submission(occurrence: index, items: min(rest, plan.entries[entry].batch), isChallenged: true))
    }
    sessions[session].news.removeAll(keepingCapacity: true)
  }

  /// Work comes up for the first time, or again.
  mutating func comeUp(_ entry: Int, isMeasured: Bool) {
    guard !hasStoppedTransfers else {
      laterCounts[entry] += 1
      return
    }
    append(Occurrence(entry: entry, start: now, isMeasured: isMeasured))
    let count = min(plan.entries[entry].count, plan.entries[entry].batch)
    guard count > 0 else { return }
    submissions.append(Submission(occurrence: occurrences.count - 1, items: count, isChallenged: true))
  }

  /// Adds an occurrence, which is over at once where it has no items.
  mutating func append(_ occurrence: Occurrence) {
    occurrences.append(occurrence)
    guard occurrence.isMeasured else { return }
    openMeasured += 1
    settle(occurrences.count - 1)
  }

  /// Takes note where nothing more is to come of an occurrence.
  mutating func settle(_ occurrence: Int) {
    guard occurrences[occurrence].outstanding == 0, occurrences[occurrence].isOpen,
      occurrences[occurrence].toRetry == 0,
      occurrences[occurrence].isStopped
        || occurrences[occurrence].submitted >= plan.entries[occurrences[occurrence].entry].count
    else { return }
    occurrences[occurrence].isOpen = false
    if occurrences[occurrence].isMeasured { openMeasured -= 1 }
  }

  /// A transfer's work comes up by itself.
  mutating func workComesUp(_ entry: Int) {
    // What starts in the foreground waits for a visit.
    guard plan.entries[entry].startsInBackground || device.visits.isOpen else {
      let visit = max(now + 1, device.visits.nextChange)
      if visit < .never { timers.push(Timer(time: visit, kind: .work, index: entry)) }
      return
    }
    comeUp(entry, isMeasured: false)
    scheduleNext(entry)
  }

  mutating func scheduleNext(_ entry: Int) {
    guard let period = plan.entries[entry].period else { return }
    let time = now.later(by: period)
    if time < .never { timers.push(Timer(time: time, kind: .work, index: entry)) }
  }

  /// A task's or a push's handler submits a transfer's work.
  mutating func startWork(_ entries: [Int]) {
    for entry in entries {
      let isFirst = !hasStarted[entry]
      if isFirst {
        hasStarted[entry] = true
        unstarted -= 1
      }
      comeUp(entry, isMeasured: isFirst)
    }
  }

  // MARK: - Submissions

  /// The app hands over what it has to, by rank.
  mutating func submit() {
    guard let first = submissions.first else { return }
    if submissions.count == 1 {
      guard first.at <= now else { return }
      submissions.removeLast()
      return submit(first)
    }
    let ready = submissions.enumerated().filter { $0.element.at <= now }.sorted { left, right in
      (occurrences[left.element.occurrence].entry, left.offset)
        < (occurrences[right.element.occurrence].entry, right.offset)
    }
    guard !ready.isEmpty else { return }
    submissions.removeAll { $0.at <= now }
    for (_, submission) in ready { submit(submission) }
  }

  private mutating func submit(_ submission: Submission) {
    let occurrence = submission.occurrence
    let place = occurrences[occurrence].entry
    let session = plan.entries[place].session
    let isBackground = plan.sessions[session].isBackground
    let isDiscretionary = plan.sessions[session].isDiscretionary
    let isInForeground = device.visits.isOpen || findsAppOpen(submission)
    let opens = limiter.opening(forTaskCreatedAt: now, inForeground: isInForeground)
    let isInferred = isBackground && !isInForeground && !isDiscretionary
    groupCount += 1
    let group = Group(
      occurrence: occurrence, entry: place, session: session, age: groupCount, created: now,
      deadline: now.later(by: plan.sessions[session].timeout), opens: opens,
      begins: now.later(by: plan.entries[place].earliestBegin),
      waivesPower: waiver(session, plan.settings.relaxPower),
      waivesNetwork: waiver(session, plan.settings.relaxNetwork), isHeld: opens > now && isBackground,
      isDiscretionary: isDiscretionary || isInferred, isDiscretionaryByInference: isInferred,
      isChallenged: submission.isChallenged && plan.entries[place].challenge != .never,
      waiting: submission.isRetry ? 0 : submission.items, generation: groupCount)
    occurrences[occurrence].submitted += submission.items
    occurrences[occurrence].outstanding += submission.items
    if isTraced {
      tell(
        .submitted(
          transfer: plan.entries[place].name, items: submission.items,
          isHeldUntil: group.isHeld ? group.opens : nil))
    }
    insert(group, submission)
  }

  /// Whether these are the first items of a transfer that starts in the foreground.
  private mutating func findsAppOpen(_ submission: Submission) -> Bool {
    let occurrence = submission.occurrence
    let entry = occurrences[occurrence].entry
    guard occurrences[occurrence].submitted == 0, occurrences[occurrence].start == now, !submission.isRetry
    else { return false }
    return !plan.entries[entry].isStarted && (!plan.entries[entry].startsInBackground || plan.day.isIdeal)
  }

  /// When a part of a resource timeout that begins now has passed.
  private mutating func waiver(_ session: Int, _ part: Double) -> Instant {
    let share = Double(plan.sessions[session].timeout) * part
    return share < 0x1p62 ? now.later(by: Int64(share)) : .never
  }

  /// Gives a group its place and sets its timers.
  private mutating func insert(_ group: Group, _ submission: Submission) {
    let index: Int
    if let free = freeGroups.popLast() {
      index = free
      groups[free] = group
    } else {
      index = groups.count
      groups.append(group)
    }
    sessions[group.session].unfinished += submission.items
    if submission.isRetry { takeBack(into: index, submission) }
    if group.isHeld { heldGroups += 1 } else { openGroups += 1 }
    setTimer(for: index)
    findNetwork(for: index)
  }

  /// Sets the timer for the next thing that happens to a group by itself.
  mutating func setTimer(for index: Int) {
    var time = groups[index].deadline
    var kind = Timer.Kind.deadline
    if groups[index].isHeld, groups[index].opens < time {
      time = groups[index].opens
      kind = .opening
    }
    func consider(_ threshold: Instant) {
      guard threshold > now, threshold < time else { return }
      time = threshold
      kind = .threshold
    }
    consider(groups[index].begins)
    if groups[index].isDiscretionary {
      consider(groups[index].waivesPower)
      consider(groups[index].waivesNetwork)
    }
    guard time < .never else { return }
    timers.push(Timer(time: time, kind: kind, index: index, generation: groups[index].generation))
  }

  /// Puts what has failed before into a group, to go on where it stopped.
  private mutating func takeBack(into group: Int, _ submission: Submission) {
    for index in failedItems.indices where failedItems[index].occurrence == submission.occurrence {
      var item = failedItems[index].item
      item.group = group
      decideFate(of: &item)
      pausedItems.append(item)
      groups[group].paused += 1
    }
    failedItems.removeAll { $0.occurrence == submission.occurrence }
  }
}

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

  @inline(__always)
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
  @inline(__always)
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
  @inline(__always)
  mutating func deliverFinishedSessions() {
    for session in sessions.indices where sessions[session].news > 0 && sessions[session].unfinished == 0 {
      deliver(session)
    }
  }

  /// The app hears what has become of a session's items, and hands over the next ones.
  mutating func deliver(_ session: Int) {
    let count = sessions[session].news
    guard count > 0 else { return }
    sessions[session].news = 0
    if count > 1 { queues[session].news.sort() }
    for place in 0..<count { hear(of: queues[session].news[place]) }
    queues[session].news.removeAll()
  }

  /// The app hears what has become of an occurrence's items, and hands over those that failed, or else the next ones.
  @inline(__always)
  private mutating func hear(of index: Int) {
    occurrences[index].undelivered = 0
    let failed = occurrences[index].toRetry
    guard failed == 0 else {
      occurrences[index].toRetry = 0
      submissions.append(Submission(occurrence: index, items: failed, isChallenged: true, isRetry: true))
      return
    }
    guard occurrences[index].outstanding == 0, !occurrences[index].isStopped else { return }
    let entry = occurrences[index].entry
    let rest = plan.entries[entry].count - occurrences[index].submitted
    guard rest > 0 else { return }
    // The next batch counts as handed over from here on.
    submissions.append(
      Submission(occurrence: index, items: min(rest, plan.entries[entry].batch), isChallenged: true))
  }

  /// Work comes up for the first time, or again.
  @inline(__always)
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
  @inline(__always)
  mutating func append(_ occurrence: Occurrence) {
    occurrences.append(occurrence)
    guard occurrence.isMeasured else { return }
    openMeasured += 1
    settle(occurrences.count - 1)
  }

  /// Takes note where nothing more is to come of an occurrence.
  @inline(__always)
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
  @inline(__always)
  mutating func startWork(_ entry: Int) {
    let isFirst = !hasStarted[entry]
    if isFirst {
      hasStarted[entry] = true
      unstarted -= 1
    }
    comeUp(entry, isMeasured: isFirst)
  }

  // MARK: - Submissions

  /// The app hands over what it has to, by rank.
  @inline(__always)
  mutating func submit() {
    guard !submissions.isEmpty else { return }
    guard submissions.count == 1 else { return submitByRank() }
    let only = submissions[0]
    guard only.at <= now else { return }
    submissions.removeAll()
    submit(only)
  }

  private mutating func submitByRank() {
    let ready = submissions.enumerated().filter { $0.element.at <= now }.sorted { left, right in
      (occurrences[left.element.occurrence].entry, left.offset)
        < (occurrences[right.element.occurrence].entry, right.offset)
    }
    guard !ready.isEmpty else { return }
    submissions.removeAll { $0.at <= now }
    for (_, submission) in ready { submit(submission) }
  }

  @inline(__always)
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
      waivesPower: now.later(by: plan.sessions[session].waivesPower),
      waivesNetwork: now.later(by: plan.sessions[session].waivesNetwork), isHeld: opens > now && isBackground,
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
  @inline(__always)
  private mutating func findsAppOpen(_ submission: Submission) -> Bool {
    let occurrence = submission.occurrence
    let entry = occurrences[occurrence].entry
    guard occurrences[occurrence].submitted == 0, occurrences[occurrence].start == now, !submission.isRetry
    else { return false }
    return !plan.entries[entry].isStarted && (!plan.entries[entry].startsInBackground || plan.day.isIdeal)
  }

  /// Gives a group its place and sets its timers.
  @inline(__always)
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
    // What comes after the run need not be waited for.
    guard time < .never, time <= plan.settings.horizon else { return }
    timers.push(Timer(time: time, kind: kind, index: index, generation: groups[index].generation))
    if timers.count > mostTimers { forgetTimers() }
  }

  /// Takes out what was set for groups that are over: most of them are long before their time comes.
  private mutating func forgetTimers() {
    timers.removeAll { [groups] timer in
      timer.kind.rawValue <= Timer.Kind.opening.rawValue && groups[timer.index].generation != timer.generation
    }
    mostTimers = 2 * timers.count + Self.fewTimers
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

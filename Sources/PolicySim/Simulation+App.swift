internal import PolicyModel

// What the app does when it runs for its sessions, and what makes it run.
extension Simulation {
  /// The daemon resumes the app, now or when the limiter lets it.
  mutating func wake(for occurrence: Int, isCounted: Bool) {
    guard !isForceQuit else { return }
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
    let state = occurrences[occurrence]
    guard state.isOpen, state.outstanding == 0, state.toRetry == 0,
      state.isStopped || state.submitted >= plan.entries[state.entry].count
    else { return }
    occurrences[occurrence].isOpen = false
    if state.isMeasured { openMeasured -= 1 }
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
    guard !submissions.isEmpty else { return }
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
    let entry = plan.entries[place]
    let session = plan.sessions[entry.session]
    let isFirst =
      occurrences[occurrence].submitted == 0 && occurrences[occurrence].start == now && !submission.isRetry
    // The first items of a transfer that starts in the foreground find the app open.
    let isInForeground =
      device.visits.isOpen
      || (isFirst && !entry.isStarted && (!entry.startsInBackground || plan.day.isIdeal))
    let opens = limiter.opening(forTaskCreatedAt: now, inForeground: isInForeground)
    let isInferred = session.isBackground && !isInForeground && !session.isDiscretionary
    groupCount += 1
    let group = Group(
      occurrence: occurrence, entry: place, session: entry.session, age: groupCount, created: now,
      deadline: now.later(by: session.timeout), opens: opens, begins: now.later(by: entry.earliestBegin),
      waivesPower: waiver(session, plan.settings.relaxPower),
      waivesNetwork: waiver(session, plan.settings.relaxNetwork),
      isHeld: opens > now && session.isBackground, isDiscretionary: session.isDiscretionary || isInferred,
      isDiscretionaryByInference: isInferred,
      isChallenged: submission.isChallenged && entry.challenge != .never,
      waiting: submission.isRetry ? 0 : submission.items, generation: groupCount)
    occurrences[occurrence].submitted += submission.items
    occurrences[occurrence].outstanding += submission.items
    if isTraced {
      tell(
        .submitted(
          transfer: entry.name, items: submission.items, isHeldUntil: group.isHeld ? group.opens : nil))
    }
    insert(group, submission)
  }

  /// When a part of a resource timeout that begins now has passed.
  private func waiver(_ session: Plan.SessionPlan, _ part: Double) -> Instant {
    let share = Double(session.timeout) * part
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
    set(.deadline, at: group.deadline, for: index)
    if group.isHeld { set(.opening, at: group.opens, for: index) }
    if group.begins > now { set(.threshold, at: group.begins, for: index) }
    if group.isDiscretionary {
      if group.waivesPower > now { set(.threshold, at: group.waivesPower, for: index) }
      if group.waivesNetwork > now { set(.threshold, at: group.waivesNetwork, for: index) }
    }
    findNetwork(for: index)
  }

  private mutating func set(_ kind: Timer.Kind, at time: Instant, for group: Int) {
    guard time < .never else { return }
    timers.push(Timer(time: time, kind: kind, index: group, generation: groups[group].generation))
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

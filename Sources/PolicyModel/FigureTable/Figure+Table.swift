extension Figure {
  /// Every figure, in the order of the reports for programs. A new figure needs an entry in this table and no other code.
  package static let all: [Figure] = [
    completion, unfinishedShare, expiredShare, missedDeadlineShare,
    Figure(
      "deliveredShare", "delivered", isShare: true, prefersMore: true, .run { $0.share($0.finished, none: 1) }
    ),
    validAndOnTimeShare, launchesPerDay, wifiBytes, wifiBytesPerDay, cellularBytes, cellularBytesPerDay,
    radioTime, energy, energyPerDay,
  ]

  // The figures to which reports for people refer by name.

  /// The time from the submission of a job until all items of the job are finished.
  package static let completion = Figure(
    "completion", "completion", unit: .seconds, hasQuantiles: true,
    limit: Limit(
      1, "The longest time from submission to completion, for example { p95: 3d }.", synonyms: ["latency"]),
    change: Change(5, [.p50, .p95]), advice: Advice(.completion, reasons: [.p95]), .completions)

  /// The share of items that never finish.
  package static let unfinishedShare = Figure(
    "unfinishedShare", "unfinished", isShare: true,
    limit: Limit(
      6, "The largest share of items that never finish, for example 1%.", synonyms: ["unfinished"]),
    change: Change(2), .run { $0.share($0.unfinished) })

  /// The share of items that outlive their validity.
  package static let expiredShare = Figure(
    "expiredShare", "outlived validFor", isShare: true,
    limit: Limit(
      5, "The largest share of items that outlive validFor, for example 1%.", synonyms: ["expired"]),
    change: Change(3), .run { $0.share($0.expired) })

  /// The share of items that finish after their deadline or never.
  package static let missedDeadlineShare = Figure(
    "missedDeadlineShare", "after the deadline", isShare: true,
    limit: Limit(
      7, "The largest share of items that finish after their deadline, for example 1%.",
      synonyms: ["missedDeadlines"]),
    change: Change(4),
    .run { run in
      guard run.itemsOfJob > 0 else { return 0 }
      let left = run.hasDeadline ? run.average(run.unfinished) : 0
      return (run.average(run.missedDeadline) + left) / Double(run.itemsOfJob)
    })

  /// The share of items that finish while they are valid, and by their deadline.
  package static let validAndOnTimeShare = Figure(
    "validAndOnTimeShare", "valid and on time", isShare: true, prefersMore: true,
    change: Change(1), advice: Advice(.delivery), .run { $0.share($0.validAndOnTime, none: 1) })

  /// Background resumes of the app.
  package static let launchesPerDay = Figure(
    "launchesPerDay", "launches a day", hasQuantiles: true, launchPart: .launches, isSummed: true,
    limit: Limit(2, "The most launches in a day, for example { p95: 12 }.", synonyms: ["launches"]),
    change: Change(6), advice: Advice(.launches, isOfApp: true), .run { $0.launches / $0.days })

  /// The average number of bytes over Wi-Fi for each job.
  package static let wifiBytes = Figure(
    "wifiBytes", "Wi-Fi", unit: .bytes, json: ["bytes", "wifi"], .run { $0.average($0.wifiBytes) })

  /// Bytes over Wi-Fi a day.
  package static let wifiBytesPerDay = Figure(
    "wifiBytesPerDay", "Wi-Fi a day", unit: .bytes, json: ["bytesPerDay", "wifi"], isSummed: true,
    .run { $0.wifiBytes / $0.days })

  /// The average number of bytes over cellular for each job.
  package static let cellularBytes = Figure(
    "cellularBytes", "cellular", unit: .bytes, json: ["bytes", "cellular"],
    .run { $0.average($0.cellularBytes) })

  /// Bytes over cellular a day.
  package static let cellularBytesPerDay = Figure(
    "cellularBytesPerDay", "cellular a day", unit: .bytes, json: ["bytesPerDay", "cellular"], isSummed: true,
    limit: Limit(
      3, "The most bytes over cellular in a day, on average, for example 20MB.", synonyms: ["cellular"]),
    change: Change(8), advice: Advice(.energy, reasons: [], isOfApp: true),
    .run { $0.cellularBytes / $0.days })

  /// The average time for each job in which a radio is on.
  package static let radioTime = Figure(
    "radioTime", "radio on for", unit: .seconds, json: ["radioSeconds"], .run { $0.average($0.radioSeconds) })

  /// The average energy for each job.
  package static let energy = Figure(
    "energy", "energy", unit: .joules, json: ["energyJoules"], .run { $0.average($0.energy) })

  /// Energy a day.
  package static let energyPerDay = Figure(
    "energyPerDay", "energy a day", unit: .joules, json: ["energyJoulesPerDay"], launchPart: .energy,
    isSummed: true,
    limit: Limit(4, "The most energy in a day, on average, for example 900J.", synonyms: ["energy"]),
    change: Change(7), advice: Advice(.energy, isOfApp: true), .run { $0.energy / $0.days })
}

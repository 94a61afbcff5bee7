extension PlatformFacts {
  /// The parameters of the resume rate limiter.
  static let limiterParameters = [
    ParameterFact(
      name: "limiter.base", kind: .duration(isOptional: false), text: "60s",
      meaning: "the delay after the first background resume", confidence: .reported, citations: [.limiterLog],
      range: ParameterRange("1s", "5m")),
    ParameterFact(
      name: "limiter.factor", kind: .number(unit: ""), text: "2",
      meaning: "by how much each further resume multiplies the delay",
      confidence: .stated, citations: [.resumeRateLimiter, .downloadingInBackground],
      range: ParameterRange("1", "4"), bounds: .fromOne),
    ParameterFact(
      name: "limiter.cap", kind: .duration(isOptional: true), text: "none",
      meaning: "the longest delay; none is published",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("1h", "7d")),
    ParameterFact(
      name: "limiter.lapse", kind: .word(["rolling", "idle", "literal"]), text: "rolling",
      meaning: "which of three readings says when the delay is forgotten without a visit",
      confidence: .assumed,
      citations: [.resumeRateLimiter]),
    ParameterFact(
      name: "limiter.anchor", kind: .word(["resume", "create"]), text: "resume",
      meaning: "from when the delay of a new task counts", confidence: .reported, citations: [.limiterLog]),
    ParameterFact(
      name: "limiter.era", kind: .word(["ios8", "ios7"]), text: "ios8",
      meaning: "whether the delay comes before a new task starts or before the app hears of a finished one",
      confidence: .stated, citations: [.transferCorrespondence, .resumeRateLimiter]),
    ParameterFact(
      name: "limiter.concurrency", kind: .number(unit: "transfers"), text: "4",
      meaning: "how many transfers of a session run at a time: a few, and no more than 10",
      confidence: .assumed,
      citations: [.resumeRateLimiter, .concurrentTasks], range: ParameterRange("1", "10"), bounds: .fromOne),
  ]
}

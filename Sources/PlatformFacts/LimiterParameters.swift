package import Quantities

/// The rule for when the resume rate limiter resets its delay without the user opening the app.
package enum ResumeDelayReset: String, ParameterChoice {
  /// The delay is reset once it has passed since the last resume, or since held tasks were released.
  case rolling
  /// The delay is reset as with `rolling`, but not while a task runs.
  case idle
  /// The delay is reset as soon as held tasks are released.
  case literal
}

/// The time from which the delay of a new task counts.
package enum ResumeDelayAnchor: String, ParameterChoice {
  /// The last resume.
  case resume
  /// The creation of the task.
  case create
}

/// The effect of a resume on tasks that the limiter holds already.
package enum ResumeDelayHold: String, ParameterChoice {
  /// Held tasks start at the time that was set at their creation.
  case creation
  /// Held tasks wait for the new delay, like tasks that are created after the resume.
  case resume
}

/// The visits that reset the delay of the limiter.
package enum ResumeDelayVisits: String, ParameterChoice {
  /// The user's visits to the app.
  case app
  /// The visits to the process that the system resumes: none, if the app's transfers belong to another process, such as a file provider.
  case process
}

/// The step that the delay of the limiter postpones.
package enum ResumeLimiterEra: String, ParameterChoice {
  /// iOS 8 and later: the start of new tasks.
  case ios8
  /// iOS 7: the delivery of the events of finished tasks.
  case ios7
}

// The parameters of the resume rate limiter.

extension ParameterKey<TimeSpan> {
  /// The delay after the first background resume.
  package static var resumeBase: ParameterKey<TimeSpan> {
    Self(
      "limiter.base", .seconds(60), text: "60s", meaning: "the delay after the first background resume",
      confidence: .reported, citations: [.limiterLog], range: ParameterRange("1s", "5m"))
  }
}

extension ParameterKey<Double> {
  /// The growth of the delay with each resume.
  package static var resumeFactor: ParameterKey<Double> {
    let fact = PlatformFacts.limiterFactor
    return Self(
      "limiter.factor", Double(fact.value),
      meaning: "the factor by which each further resume multiplies the delay",
      confidence: fact.confidence, citations: fact.citations, range: ParameterRange("1", "4"),
      bounds: .fromOne)
  }
  /// The transfers of a session that run at a time.
  package static var concurrentTransfers: ParameterKey<Double> {
    Self(
      "limiter.concurrency", 4, unit: "transfers",
      meaning: "the transfers of a session that run at a time: a few, and no more than 10",
      confidence: .assumed, citations: [.resumeRateLimiter, .concurrentTasks],
      range: ParameterRange("1", "10"), bounds: .fromOne)
  }
}

extension ParameterKey<TimeSpan?> {
  /// The longest delay.
  package static var resumeCap: ParameterKey<TimeSpan?> {
    Self(
      "limiter.cap", nil, meaning: "the longest delay; none is published", confidence: .assumed,
      citations: [.ourAssumption], range: ParameterRange("1h", "7d"))
  }
}

extension ParameterKey<ResumeDelayReset> {
  /// The rule for when the delay is reset.
  package static var delayReset: ParameterKey<ResumeDelayReset> {
    Self(
      "limiter.lapse", .rolling,
      meaning: "the rule by which the delay is reset without a visit: one of three interpretations",
      confidence: .assumed, citations: [.resumeRateLimiter])
  }
}

extension ParameterKey<ResumeDelayAnchor> {
  /// The time from which the delay of a new task counts.
  package static var delayAnchor: ParameterKey<ResumeDelayAnchor> {
    Self(
      "limiter.anchor", .resume, meaning: "the time from which the delay of a new task counts",
      confidence: .reported,
      citations: [.limiterLog])
  }
}

extension ParameterKey<ResumeDelayHold> {
  /// The effect of a resume on tasks that are held.
  package static var delayHold: ParameterKey<ResumeDelayHold> {
    Self(
      "limiter.hold", .creation,
      meaning:
        "the event that sets when a held task starts: its creation, or any later resume",
      confidence: .assumed, citations: [.resumeRateLimiter])
  }
}

extension ParameterKey<ResumeDelayVisits> {
  /// The visits that reset the delay.
  package static var delayVisits: ParameterKey<ResumeDelayVisits> {
    Self(
      "limiter.visits", .app,
      meaning:
        "whether a visit to the app resets the delay: two apps with file providers, which are processes of their own, waited in the foreground",
      confidence: .stated, citations: [.resumeRateLimiter, .foregroundWait, .ownCloudWait])
  }
}

extension ParameterKey<ResumeLimiterEra> {
  /// The step that the delay postpones.
  package static var limiterEra: ParameterKey<ResumeLimiterEra> {
    Self(
      "limiter.era", .ios8,
      meaning:
        "whether the delay comes before a new task starts, or before the app receives the events of a finished one",
      confidence: .stated, citations: [.transferCorrespondence, .resumeRateLimiter])
  }
}

extension PlatformFacts {
  /// The parameters of the resume rate limiter, in the order of reports.
  static let limiterParameters = [
    ParameterKey.resumeBase.fact, ParameterKey.resumeFactor.fact, ParameterKey.resumeCap.fact,
    ParameterKey.delayReset.fact, ParameterKey.delayAnchor.fact, ParameterKey.delayHold.fact,
    ParameterKey.delayVisits.fact, ParameterKey.limiterEra.fact,
    ParameterKey.concurrentTransfers.fact,
  ]
}

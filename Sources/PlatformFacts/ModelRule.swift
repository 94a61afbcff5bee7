/// A rule of the scheduling model that has evidence and no value to set.
package struct ModelRule: Sendable {
  /// The rule's name in lists of evidence, such as `low_power`.
  package let name: String
  /// The rule as a clause.
  package let meaning: String
  /// The sources.
  package let citations: [Citation]
}

extension PlatformFacts {
  /// The rule with a name, with or without the suffix `_s` for its unit; `nil` if no rule has the name.
  package static func modelRule(_ name: String) -> ModelRule? {
    modelRules.first { $0.name == name || $0.name + "_s" == name }
  }

  /// The rules that are built into the model.
  package static let modelRules: [ModelRule] = [
    ModelRule(
      name: "limiter.reset_foreground",
      meaning: "opening the app resets the delay of the resume rate limiter",
      citations: [.resumeRateLimiter, .limiterLog]),
    ModelRule(
      name: "session.hang",
      meaning: "the cost of many background sessions when the app is opened is not modelled",
      citations: [.ourAssumption]),
    ModelRule(
      name: "discretionary.first",
      meaning:
        "discretionary transfers wait for Wi-Fi and power at first; discretionary.relax and discretionary.relax_network set for how long",
      citations: [.wwdc13Multitasking, .wwdc14Networking]),
    ModelRule(
      name: "discretionary.implicit",
      meaning: "transfers that an app creates in the background are discretionary until the user opens it",
      citations: [.wwdc13Multitasking, .wwdc14Networking]),
    ModelRule(
      name: "ebd_max", meaning: "earliestBegin of the task bounds the wait; lint reports more than a week",
      citations: [.wwdc19Background]),
    ModelRule(
      name: "ebd_min", meaning: "refresh.min_gap is the least time between two app refreshes",
      citations: [.wwdc19Background, .backgroundFetchReadme]),
    ModelRule(
      name: "push.recommended_per_h",
      meaning:
        "push.min_gap and push.per_day bound the launches for silent pushes; lint reports more than three an hour",
      citations: [.pushingUpdates, .wwdc13Multitasking]),
    ModelRule(
      name: "push.stored",
      meaning: "the newest push that may not launch the app is stored, in place of an older one",
      citations: [.wwdc13Multitasking]),
    ModelRule(
      name: "push.priority", meaning: "a silent push needs apns-priority 5; lint reports another one",
      citations: [.wwdc19Background]),
    ModelRule(
      name: "low_power",
      meaning: "Low Power Mode stops app refreshes and discretionary transfers; scenarios say when it is on",
      citations: [.wwdc15LowEnergy]),
    ModelRule(
      name: "low_data", meaning: "Low Data Mode stops discretionary transfers; scenarios say when it is on",
      citations: [.wwdc19Networking]),
    ModelRule(
      name: "force_quit",
      meaning:
        "a force quit cancels transfers and stops launches until the app is opened; forceQuitShare of a scenario says how often",
      citations: [.urlErrorHeader]),
  ]
}

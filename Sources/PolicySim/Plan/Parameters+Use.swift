internal import PlatformFacts

extension Parameters {
  /// How often in a day the system finds time for an app refresh of an app of so much use.
  ///
  /// Who sets `refresh.per_day` means every app.
  func refreshesPerDay(_ use: UseClass) -> Double {
    let isGeneral = use == .medium || overridden.contains("refresh.per_day")
    return number(isGeneral ? "refresh.per_day" : "refresh.per_day.\(use.rawValue)")
  }
}

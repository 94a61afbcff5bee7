internal import PlatformFacts

extension Parameters {
  /// App refreshes a day that the system grants an app of this use class.
  ///
  /// An explicit `refresh.per_day` applies to every app.
  func refreshesPerDay(_ use: UseClass) -> Double {
    let isGeneral = use == .medium || overridden.contains("refresh.per_day")
    return number(isGeneral ? "refresh.per_day" : "refresh.per_day.\(use.rawValue)")
  }
}

internal import PolicyModel
internal import PolicySim

extension Figure {
  /// A mean for people.
  func text(_ mean: Double) -> String { FigureStatistic(self).text(mean) }

  /// A mean as text for people. An energy is also shown as charge of a battery.
  func text(_ mean: Double, in estimate: Estimate) -> String {
    unit == .joules ? NumberFormat.energy(mean, in: estimate) : text(mean)
  }

  /// A mean with its title in a sentence. `error` follows the number.
  ///
  /// Launches and energies need no title: `8.7 launches, Wi-Fi 4.0 GB, 1.8 kJ (130 mAh)`.
  func words(_ mean: Double, error: String = "", in estimate: Estimate) -> String {
    if self == .launchesPerDay { return NumberFormat.launches(mean, error) }
    guard unit == .joules else { return "\(titleWithoutDay) \(text(mean))\(error)" }
    return "\(text(mean))\(error) (\(NumberFormat.charge(estimate.charge(of: mean))))"
  }

  /// A mean as text for people. An energy is also shown as a share of a battery.
  func textWithBattery(_ mean: Double, in estimate: Estimate) -> String {
    guard unit == .joules else { return text(mean) }
    return "\(NumberFormat.share(estimate.batteryShare(of: mean))) (\(text(mean)))"
  }
}

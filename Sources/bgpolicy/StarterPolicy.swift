internal import PlatformFacts
internal import PolicySyntax
internal import Quantities

/// A starter policy: small, without findings, and with comments that explain it.
enum StarterPolicy {
  /// The starter policy of an app.
  static func text(name: String, bundleIdentifier: String) -> String {
    """
    # What this app may do in the background.
    # `bgpolicy lint` checks it, `bgpolicy compile` writes its Swift and its Info.plist entries, and
    # `bgpolicy estimate` says what it costs. Change it to what your app does.
    schema: 1

    app:
      # The first part of the generated types' names.
      name: \(YAMLText.scalar(name))
      bundleIdentifier: \(YAMLText.scalar(bundleIdentifier))
      deploymentTarget: { iOS: "17.0" }

    # UIBackgroundModes need no line here: left out, they follow from the tasks.

    sessions:
      # URLSessionConfiguration.background(withIdentifier:), for transfers that can wait for Wi-Fi.
      sync:
        identifier: $(PRODUCT_BUNDLE_IDENTIFIER).sync
        isDiscretionary: true
        allowsExpensiveNetworkAccess: false
        allowsConstrainedNetworkAccess: false
        timeoutIntervalForResource: 3d

    tasks:
      # BGAppRefreshTaskRequest: the system launches the app when it sees fit, at the earliest after this time,
      # and for \(PlatformFacts.refreshRuntime.value) at most.
      refresh:
        type: appRefresh
        identifier: $(PRODUCT_BUNDLE_IDENTIFIER).refresh
        earliestBegin: 1h
        reschedule: true
        startsTransfers: [news]

    transfers:
      # The work that the estimate is about.
      news:
        session: sync
        count: 5
        size: 200kB..2MB

    """
  }
}

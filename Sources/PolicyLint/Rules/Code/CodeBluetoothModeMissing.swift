internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeBluetoothModeMissing = Rule(
    "BGP796", "code-bluetooth-mode-missing", .code, .warning, .reported,
    summary: "A Bluetooth manager that the system restores, in an app without the manager's background mode",
    why: """
      Core Bluetooth restores a manager with a restore identifier only for apps with the background mode of the manager's role, \
      and ends any other app that makes such a manager.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “State restoration of CBCentralManager is only allowed for \
        applications that have specified the "bluetooth-central" background mode” (seen in 2020).
        """,
      seenIn: [.bluetoothRestoration],
      related: ["code-mode-unused", "plist-mode-missing"]),
    citations: [.executionModes],
    triggers: [
      .withApp(
        """
        backgroundModes: [bluetooth-‹peripheral→central›]
        """,
        """
        import CoreBluetooth

        public func central(_ delegate: CBCentralManagerDelegate) -> CBCentralManager {
          «CBCentralManager»(
            delegate: delegate, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "central"])
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFoundation
        import CoreBluetooth

        public let player = AVPlayer()

        public func central(_ delegate: CBCentralManagerDelegate) -> CBCentralManager {
          CBCentralManager(delegate: delegate, queue: nil)
        }
        """)
    ],
    check: .facts([.bluetooth]) { fact, code, policy, context in
      guard let role = fact["role"]?.string, fact["identifier"] != nil, fact.conditions.isEmpty,
        !code.isInExtension(fact)
      else {
        return nil
      }
      let mode = "bluetooth-\(role)"
      guard policy.hasMode(mode), !policy.placedBackgroundModes.contains(where: { $0.value == mode }) else {
        return nil
      }
      let manager = role == "central" ? "CBCentralManager" : "CBPeripheralManager"
      return context.diagnostic(
        at: fact.location, in: code,
        "A \(manager) with a restore identifier ends the app, because the app does not have the background mode \(mode)",
        help: "add \(mode) to UIBackgroundModes in the Info.plist and to the policy's backgroundModes")
    }
  )
}

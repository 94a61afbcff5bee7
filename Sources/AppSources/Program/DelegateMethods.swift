/// The methods that the system calls on an app's delegate.
enum DelegateMethods {
  /// Whether a type with these superclasses and protocols is an app's delegate.
  static func isDelegate(_ supertypes: Set<String>) -> Bool { !supertypes.isDisjoint(with: delegates) }

  /// Whether nothing but the sources can call a method of an app's delegate.
  ///
  /// The answer is `true` only if each superclass and protocol of the delegate is known, and none of them has a method whose name begins
  /// as the method's name does.
  ///
  /// - Parameters:
  ///   - name: The method's name, without parameters.
  ///   - supertypes: The superclasses and protocols that the sources do not declare.
  /// - Returns: Whether only the sources can call the method.
  static func isOwn(_ name: String, ofDelegateWith supertypes: Set<String>) -> Bool {
    guard isDelegate(supertypes), supertypes.allSatisfy({ beginnings[$0] != nil }) else {
      return false
    }
    let name = name.lowercased()
    return !(runtime + supertypes.flatMap { beginnings[$0] ?? [] }).contains { name.hasPrefix($0) }
  }

  private static let delegates: Set<String> = [
    "UIApplicationDelegate", "NSApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate",
  ]

  /// The beginnings of the names of methods that the runtimes of Objective-C and Swift call.
  private static let runtime = ["init", "load", "dealloc", "deinit", "main", "resolve", "forward"]

  /// The beginnings of the names of methods, in lowercase, by superclass or protocol.
  private static let beginnings: [String: [String]] = {
    var beginnings = [
      "UIApplicationDelegate": ["application", "window", "childdevice", "childviewcontroller"],
      "NSApplicationDelegate": ["application"],
      "WKApplicationDelegate": ["application", "handle", "did", "deviceorientation"],
      "WKExtensionDelegate": ["application", "handle", "did", "deviceorientation"],
      "UIResponder": [
        "touches", "presses", "motion", "remotecontrol", "can", "become", "resign", "next", "target",
        "buildmenu",
        "validate", "updateuseractivity", "restoreuseractivity", "input", "undo", "cut", "copy", "paste",
        "select",
        "delete", "toggle",
      ],
      "UISceneDelegate": ["scene", "staterestoration"],
      "UIWindowSceneDelegate": ["scene", "staterestoration", "window", "preferredwindow"],
      "UNUserNotificationCenterDelegate": ["usernotificationcenter"],
      "PKPushRegistryDelegate": ["pushregistry"],
      "CLLocationManagerDelegate": ["locationmanager"],
      "CXProviderDelegate": ["provider"],
      "CBCentralManagerDelegate": ["centralmanager"],
      "CBPeripheralDelegate": ["peripheral"],
      "WCSessionDelegate": ["session"],
      "UISplitViewControllerDelegate": ["split", "primaryviewcontroller", "targetdisplaymode"],
      "UITabBarControllerDelegate": ["tabbarcontroller"],
      "UINavigationControllerDelegate": ["navigationcontroller"],
      "MessagingDelegate": ["messaging"],
      "FIRMessagingDelegate": ["messaging"],
    ]
    for kind in ["Session", "SessionTask", "SessionData", "SessionDownload", "SessionStream"] {
      for prefix in ["URL", "NSURL"] { beginnings["\(prefix)\(kind)Delegate"] = ["urlsession"] }
    }
    return beginnings
  }()
}

/// The superclasses of the system's classes from which apps inherit most. An app may extend each of them: members of an extension of
/// `NSObject` belong to every view controller and delegate.
enum SystemClasses {
  /// The superclass of a class of the system; `nil` for any other type, and for `NSObject`.
  static func superclass(of name: String) -> String? { superclasses[name] }

  private static let superclasses: [String: String] = below.reduce(into: [:]) { result, entry in
    for name in entry.value { result[name] = entry.key }
  }

  /// The classes by their superclass, as the SDKs of iOS 26, watchOS 26 and macOS 26 declare them.
  private static let below: [String: [String]] = [
    "NSObject": [
      "NSManagedObject", "NSResponder", "Operation", "UIResponder", "UNNotificationServiceExtension",
      "WKInterfaceController",
    ],
    "NSResponder": ["NSApplication", "NSView", "NSViewController", "NSWindow", "NSWindowController"],
    "Operation": ["BlockOperation"],
    "UICollectionReusableView": ["UICollectionViewCell"],
    "UIControl": ["UIButton", "UITextField"],
    "UIResponder": ["UIApplication", "UIDocument", "UIView", "UIViewController"],
    "UIScrollView": ["UICollectionView", "UITableView", "UITextView"],
    "UIView": [
      "UICollectionReusableView", "UIControl", "UIImageView", "UILabel", "UIScrollView", "UIStackView",
      "UITableViewCell", "UITableViewHeaderFooterView", "UIVisualEffectView", "UIWindow",
    ],
    "UIViewController": [
      "UIActivityViewController", "UIAlertController", "UICollectionViewController", "UIHostingController",
      "UINavigationController", "UIPageViewController", "UISearchController", "UISplitViewController",
      "UITabBarController", "UITableViewController",
    ],
  ]
}

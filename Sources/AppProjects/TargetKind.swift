internal import AppFacts

extension TargetFact.Kind {
  /// The kind of a product type.
  ///
  /// - Parameters:
  ///   - type: the identifier of the product type.
  ///   - platforms: the systems that the target is built for.
  ///   - extensionPoint: the extension point of the target's Info.plist.
  init(productType type: String?, platforms: [String], extensionPoint: String?) {
    let prefix = "com.apple.product-type."
    guard let type, type.hasPrefix(prefix) else {
      self = .other
      return
    }
    switch type.dropFirst(prefix.count) {
    case "application": self = platforms == ["watchOS"] ? .watchApp : .app
    case "application.messages": self = .app
    case "application.watchapp", "application.watchapp2", "watchkit-extension", "watchkit2-extension":
      self = .watchApp
    case "application.on-demand-install-capable": self = .appClip
    case "app-extension", "app-extension.messages", "app-extension.messages-sticker-pack",
      "app-extension.intents-service", "extensionkit-extension", "tv-app-extension":
      self = extensionPoint == "com.apple.widgetkit-extension" ? .widget : .appExtension
    case "framework", "framework.static", "library.static", "library.dynamic": self = .framework
    case "bundle.unit-test", "bundle.ui-testing", "bundle.ocunit-test", "bundle.external-test":
      self = .tests
    default: self = .other
    }
  }
}

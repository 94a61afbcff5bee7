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
    case _ where Self.areTests(type): self = .tests
    default: self = .other
    }
  }

  /// Whether a product type is the type of a bundle of tests.
  static func areTests(_ type: String) -> Bool {
    ["unit-test", "ui-testing", "ocunit-test", "external-test"].contains {
      type == "com.apple.product-type.bundle.\($0)"
    }
  }
}

extension [TargetDescription] {
  /// The targets, in which a bundle of tests that an app, an extension or a library has is a bundle like any other: the app may load its code.
  var withBundlesOfApps: [TargetDescription] {
    func areTests(_ target: TargetDescription) -> Bool {
      target.productType.map(TargetFact.Kind.areTests) ?? false
    }
    // A target without a product only builds other targets, and often names tests.
    let used = Set(filter { $0.productType != nil && !areTests($0) }.flatMap(\.dependencies))
    return map { target in
      guard areTests(target), used.contains(target.name) else { return target }
      var target = target
      target.productType = "com.apple.product-type.bundle"
      return target
    }
  }
}

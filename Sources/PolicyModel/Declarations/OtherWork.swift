package import Quantities

/// Work that the app does in the background by other means than sessions, tasks and pushes.
package struct OtherWork: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// By which means.
  package var kind: Located<OtherWorkKind>?
  /// The identifier that the system knows it under.
  package var identifier: Located<Identifier>?
  /// How often it is to run.
  package var interval: Located<TimeSpan>?
}

/// Means of background work that no other section is about.
package enum OtherWorkKind: String, StringEnum {
  case assetDownload, backgroundActivity, watchRefresh, healthKitDelivery, expiringActivity, photoUpload,
    location
  case exposureNotification
}

extension Policy {
  /// The other work of a kind.
  package func otherWork(of kind: OtherWorkKind) -> OtherWork? {
    otherWork.first { $0.kind?.value == kind }
  }
}

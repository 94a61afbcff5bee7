package import Quantities

/// Background work by means other than sessions, tasks and pushes.
package struct OtherWork: Named {
  /// Its name in the policy.
  package var name: Located<String>
  /// The API that does the work.
  package var kind: Located<OtherWorkKind>?
  /// Its identifier in the system.
  package var identifier: Located<Identifier>?
  /// The time between two runs, as the app expects it.
  package var interval: Located<TimeSpan>?
}

/// APIs for background work that have no section of their own.
package enum OtherWorkKind: String, StringEnum {
  case assetDownload, backgroundActivity, watchRefresh, healthKitDelivery, expiringActivity, photoUpload,
    location
  case exposureNotification
}

extension Policy {
  /// The first entry of `otherWork` with a kind; `nil` if the app has no such work.
  package func otherWork(of kind: OtherWorkKind) -> OtherWork? {
    otherWork.first { $0.kind?.value == kind }
  }
}

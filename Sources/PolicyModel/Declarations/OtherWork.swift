package import Quantities

/// Background work by means other than sessions, tasks and pushes.
package struct OtherWork: Named {
  /// The name of the work in the policy.
  package var name: Located<String>
  /// The API that does the work.
  package var kind: Located<OtherWorkKind>?
  /// The identifier under which the system knows the work.
  package var identifier: Located<Identifier>?
  /// The time that the app expects between two runs.
  package var interval: Located<TimeSpan>?
}

/// The APIs for background work that have no section of their own in a policy.
package enum OtherWorkKind: String, StringEnum {
  case assetDownload, backgroundActivity, watchRefresh, healthKitDelivery, expiringActivity, photoUpload,
    location
  case exposureNotification, backgroundAssets, locationPush
}

extension Policy {
  /// The first entry of `otherWork` with a kind; `nil` if the app has no such work.
  package func otherWork(of kind: OtherWorkKind) -> OtherWork? {
    otherWork.first { $0.kind?.value == kind }
  }
}

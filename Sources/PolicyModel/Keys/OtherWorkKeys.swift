internal import JSON

extension OtherWork {
  static let keys = KeyTable(
    "otherWork", { OtherWork(name: .unnamed) },
    [
      Key(
        "kind", .word(OtherWorkKind.self), required: true,
        """
        The API that does the work: assetDownload (AVAssetDownloadURLSession), backgroundActivity \
        (NSBackgroundActivityScheduler), watchRefresh (background refresh of watchOS), healthKitDelivery \
        (HealthKit's background delivery), expiringActivity (ProcessInfo.performExpiringActivity), \
        photoUpload (the photo library's upload extension), location (location updates in the background), \
        exposureNotification (the task of Exposure Notification), backgroundAssets (the downloader extension of Background \
        Assets), locationPush (the extension that answers pushes of the type location).
        """
      ) { $0.kind = $1 },
      Key(
        "identifier", .identifier,
        """
        The identifier under which the system knows the work. That of an Exposure Notification task \
        becomes a permitted identifier, as those of other tasks do; bgpolicy ignores the others.
        """
      ) { $0.identifier = $1 },
      Key(
        "interval", .duration,
        """
        How often the work should run, for example 1h. The linter checks it for backgroundActivity; \
        bgpolicy ignores it for other kinds.
        """
      ) { $0.interval = $1 },
    ])
}

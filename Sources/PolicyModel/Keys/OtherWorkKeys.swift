internal import JSON

extension OtherWork {
  static let keys = KeyTable(
    "otherWork", { OtherWork(name: .unnamed) },
    [
      Key(
        "kind", .word(OtherWorkKind.self), required: true,
        """
        By which means: assetDownload (AVAssetDownloadURLSession), backgroundActivity (NSBackgroundActivityScheduler), \
        watchRefresh (background refresh of watchOS), healthKitDelivery (HealthKit's background delivery), expiringActivity \
        (ProcessInfo.performExpiringActivity), photoUpload (the photo library's upload extension), location (location \
        updates in the background), exposureNotification (the task of Exposure Notification).
        """
      ) { $0.kind = $1 },
      Key(
        "identifier", .identifier,
        """
        The identifier that the system knows it under: an Exposure Notification task's, which is permitted as other tasks' \
        are. Others are only written down.
        """
      ) { $0.identifier = $1 },
      Key(
        "interval", .duration,
        "How often it is to run, which the linter looks at for backgroundActivity; others are only written down."
      ) { $0.interval = $1 },
    ])
}

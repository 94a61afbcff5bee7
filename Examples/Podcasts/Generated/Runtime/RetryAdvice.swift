// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The advice for a transfer that has failed.
  nonisolated public enum RetryAdvice: String, Codable, Hashable, Sendable {
    /// The network failed: submit the transfer again.
    case again

    /// A person closed the app: submit the transfer again now that the app has been opened.
    ///
    /// A person who closes the app in the app switcher cancels all of its transfers, and the system
    /// doesn't launch it for them (NSURLSession.h).
    case whenOpened

    /// Background App Refresh is off: submit the transfer again while the app is in the foreground.
    case inForeground

    /// Battery, heat, storage, network or server don't allow the transfer now: submit the transfer
    /// again later.
    case later

    /// The request is no longer valid, for example because its token or URL has expired: submit the
    /// transfer with a new request.
    case withNewRequest

    /// The transfer would fail again, because the app cancelled it or the request is invalid.
    case never

    /// The advice for an error of the system.
    ///
    /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
    /// URLError reference).
    public init(_ error: URLError) {
      switch error.backgroundTaskCancelledReason {
      case .userForceQuitApplication:
        self = .whenOpened
      case .backgroundUpdatesDisabled:
        self = .inForeground
      case .insufficientSystemResources:
        self = .later
      default:
        self = .init(code: error.code)
      }
    }

    private init(code: URLError.Code) {
      switch code {
      case .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotConnectToHost,
        .cannotFindHost, .dnsLookupFailed, .backgroundSessionWasDisconnected:
        self = .again
      case .userAuthenticationRequired, .userCancelledAuthentication, .clientCertificateRequired,
        .clientCertificateRejected:
        self = .withNewRequest
      case .cancelled, .badURL, .unsupportedURL, .fileDoesNotExist, .fileIsDirectory,
        .noPermissionsToReadFile, .dataLengthExceedsMaximum, .httpTooManyRedirects,
        .redirectToNonExistentLocation, .appTransportSecurityRequiresSecureConnection:
        self = .never
      default:
        // Such failures can pass: a captive portal, for example, shows the certificate of another
        // host. Later systems may also add codes.
        self = .later
      }
    }

    /// The advice for a status outside 200 to 299.
    public init(statusCode: Int) {
      switch statusCode {
      case 401, 403, 410:
        self = .withNewRequest
      case 408, 425, 429, 500...:
        self = .later
      default:
        self = .never
      }
    }
  }
#endif

internal import PlatformFacts
internal import PolicyModel

/// The type of the advice for a transfer that has failed.
enum RetryAdvice {
  /// Writes the type.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("The advice for a transfer that has failed.")
    writer.block(
      "nonisolated \(access)enum \(name)RetryAdvice: \(context.hasQueues ? "String, Codable, " : "")Hashable, Sendable"
    ) { writer in
      writeCases(to: &writer)
      writer.line()
      writer.text(
        """
        fileprivate init(_ error: URLError) {
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
            // A captive portal shows the certificate of another host, and codes are added.
            self = .later
          }
        }

        fileprivate init(statusCode: Int) {
          switch statusCode {
          case 401, 403, 410:
            self = .withNewRequest
          case 408, 425, 429, 500...:
            self = .later
          default:
            self = .never
          }
        }
        """)
    }
  }

  private static func writeCases(to writer: inout CodeWriter) {
    writer.documentation("The network failed: submit it again.")
    writer.line("case again")
    writer.line()
    writer.documentation(
      "A person closed the app: submit it again now that they have opened it.",
      PlatformFacts.forceQuitCancels.sentence)
    writer.line("case whenOpened")
    writer.line()
    writer.documentation("Background App Refresh is off: transfer it while the app is in the foreground.")
    writer.line("case inForeground")
    writer.line()
    writer.documentation(
      "Battery, heat, storage, network or server don't allow it now: submit it again later."
    )
    writer.line("case later")
    writer.line()
    writer.documentation(
      "The request is no longer valid, such as a token or URL that has expired: submit it with a new one.")
    writer.line("case withNewRequest")
    writer.line()
    writer.documentation("It would fail again: the app cancelled it, or the request is invalid.")
    writer.line("case never")
  }
}

import Foundation

final class Maps: @unchecked Sendable {
  static let shared = Maps()

  private let session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.trails.maps")
    // Fault: with each transfer that stalls, the time begins anew, for seven days.
    configuration.timeoutIntervalForRequest = 60
    // Fault: no delegate.
    return URLSession(configuration: configuration)
  }()

  func update(_ completion: @escaping @Sendable (Bool) -> Void) {
    guard let maps = URL(string: "https://example.com/maps") else { return completion(false) }
    session.downloadTask(with: maps).resume(); completion(true)
  }

  func removeOld(_ completion: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task { completion() }
  }
}

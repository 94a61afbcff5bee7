import AppFacts
import AppSources
import Testing

/// The headers and properties of a transfer's request: only the headers and properties that every such request has.
@Suite struct RequestTests {
  private static func loader(_ body: String, others: String = "") -> String {
    """
    class Loader: Base {
      let session = URLSession(configuration: .background(withIdentifier: "com.example.downloads"))
      override func load(url: URL) {
    \(body.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
      }
    }
    \(others)
    """
  }

  private static let plain = "transfer task=download session=App.swift:2 from=request"

  static let cases: [FactCase] = [
    FactCase(
      "headers and properties of a variable", [.transfer],
      loader(
        """
        var request = URLRequest(url: url)
        request.allHTTPHeaderFields = ["Accept": "audio/mpeg"]
        request.addValue("1", forHTTPHeaderField: "X-Version")
        request.allHTTPHeaderFields?["X-Device"] = device
        request.allowsCellularAccess = false
        request.timeoutInterval = 10
        «session.downloadTask(with: request)».resume()
        request.setValue("later", forHTTPHeaderField: "X-Later")
        """),
      "\(plain) allowsCellularAccess=false headers=[Accept,X-Version,X-Device]"),
    FactCase(
      "a header under a condition, in a loop and in a closure that runs later", [.transfer],
      loader(
        """
        var request = URLRequest(url: url)
        if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
        for name in names { request.setValue("", forHTTPHeaderField: "X-Loop") }
        queue.async { request.setValue("", forHTTPHeaderField: "X-Closure") }
        if isCheap { request.allowsCellularAccess = false }
        «session.downloadTask(with: request)».resume()
        """),
      "\(plain) allowsCellularAccess=?"),
    FactCase(
      "a request that exists only where the transfer is asked for", [.transfer],
      loader(
        """
        guard let token else { return }
        if let url {
          var request = URLRequest(url: url)
          request.setValue(token, forHTTPHeaderField: Field.token.rawValue)
          «session.downloadTask(with: request)».resume()
        }
        """, others: "enum Field: String { case token = \"Authorization\" }"),
      "\(plain) headers=[Authorization]"),
    FactCase(
      "a function that makes the request, one that another caller adds to, and one that it is passed to",
      [.transfer],
      loader(
        """
        var request = Requests.make(url)
        Requests.sign(&request)
        «session.downloadTask(with: request)».resume()
        """,
        others: """
          enum Requests {
            static func make(_ url: URL) -> URLRequest {
              var request = URLRequest(url: url)
              request.setValue("app", forHTTPHeaderField: "User-Agent")
              return request
            }
            static func sign(_ request: inout URLRequest) {
              request.setValue(Keychain.token, forHTTPHeaderField: "Authorization")
            }
          }
          class Other: Base {
            override func load(url: URL) {
              var request = Requests.make(url)
              request.setValue("1", forHTTPHeaderField: "X-Other")
              send(request)
            }
          }
          """),
      "\(plain) headers=[Authorization,User-Agent]"),
    FactCase(
      "a parameter of the only caller, and a computed property", [.transfer],
      """
      class Loader: Base {
        let session = URLSession(configuration: .background(withIdentifier: "com.example.downloads"))
        var request: URLRequest {
          var result = URLRequest(url: url)
          result.setValue("1", forHTTPHeaderField: "X-Version")
          return result
        }
        override func load(url: URL) {
          start(request)
        }
        private func start(_ request: URLRequest) {
          «session.downloadTask(with: request)».resume()
        }
      }
      """, "\(plain) headers=[X-Version]"),
    FactCase(
      "a parameter of two callers, and a variable that is replaced", [.transfer],
      """
      class Loader: Base {
        let session = URLSession(configuration: .background(withIdentifier: "com.example.downloads"))
        override func load(url: URL) {
          var first = URLRequest(url: url)
          first.setValue("1", forHTTPHeaderField: "X-Version")
          start(first)
          start(URLRequest(url: url))
          var second = URLRequest(url: url)
          second.setValue("1", forHTTPHeaderField: "X-Version")
          second = URLRequest(url: url)
          «session.downloadTask(with: second)».resume()
        }
        private func start(_ request: URLRequest) {
          «session.downloadTask(with: request)».resume()
        }
      }
      """, "\(plain)\n\(plain)"),
    FactCase(
      "Objective-C", [.transfer],
      [
        (
          "App.m",
          """
          @implementation Loader
          - (void)load:(NSURL *)url {
            NSURLSession *session = [NSURLSession sessionWithConfiguration:
                [NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"com.example.downloads"]];
            NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
            [request setValue:@"audio/mpeg" forHTTPHeaderField:@"Accept"];
            if (self.token) {
              [request addValue:self.token forHTTPHeaderField:@"Authorization"];
            }
            request.allowsCellularAccess = NO;
            [«[session downloadTaskWithRequest:request]» resume];
          }
          @end
          """
        )
      ],
      "transfer task=download session=App.m:4 from=request allowsCellularAccess=false headers=[Accept]"
    ),
  ]

  @Test(arguments: cases) func readsRequests(_ one: FactCase) { one.check() }
}

import Testing

/// Launch handlers that submit the next request on some of their ways, as in failures that developers reported. Some apps are correct but look
/// similar.
@Suite struct ReportedNextRequestTests {
  private static let missed = "bg-next-request-missed"

  private static func app(_ name: String, _ code: String, others: String = "", isFound: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["fetch"], identifiers: ["com.example.app.refresh"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
          Work.shared.run(task)
        }
        Work.shared.schedule()
        """,
      members: """
        final class Work {
          static let shared = Work()
          private let address = URL(string: "https://example.com")!
          func schedule() {
            let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
          func run(_ task: BGTask) {
            \(code)
          }
          \(others)
        }
        """, found: isFound ? [missed] : [], silent: isFound ? [] : [missed])
  }

  private static func load(_ code: String) -> String {
    """
    let load = URLSession.shared.dataTask(with: address) { data, _, error in
      \(code)
    }
    task.expirationHandler = { load.cancel() }
    load.resume()
    """
  }
  private static func work(_ code: String) -> String {
    "let work = Task {\n\(code)\n}\ntask.expirationHandler = { work.cancel() }"
  }
  private static let fail = "task.setTaskCompleted(success: false)"
  private static let end = "self.schedule()\ntask.setTaskCompleted(success: true)"

  static let apps = [
    app(
      "an error of a transfer",
      load(
        "guard error == nil else {\n\(fail)\nreturn\n}\ntask.setTaskCompleted(success: true)\nself.schedule()"
      ),
      isFound: true),
    app(
      "a value that does not come",
      work(
        "guard let data = try? await URLSession.shared.data(from: address) else {\n\(fail)\nreturn\n}\nprint(data)\n\(end)"
      ),
      isFound: true),
    app(
      "an error that is caught", work("do {\ntry await load()\n\(end)\n} catch {\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: true),
    app(
      "the case of a failure",
      "load { result in\nswitch result {\ncase .success: \(end)\ncase .failure: \(fail)\n}\n}",
      others: "func load(_ done: @escaping (Result<Int, Error>) -> Void) {}", isFound: true),
    app(
      "a request first",
      "schedule()\n"
        + work("do {\ntry await load()\ntask.setTaskCompleted(success: true)\n} catch {\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: false),
    app(
      "a request on each way", work("do {\ntry await load()\n\(end)\n} catch {\nschedule()\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: false),
    app(
      "a request after an error",
      load("guard error == nil else {\n\(fail)\nself.schedule()\nreturn\n}\n\(end)"), isFound: false),
    app(
      "a request first, in the closure",
      work("schedule()\ndo {\ntry await load()\n\(end)\n} catch {\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: false),
    app(
      "a request before the error", work("do {\nschedule()\ntry await load()\n\(end)\n} catch {\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: false),
    app(
      "a request when the closure is left",
      work("defer { schedule() }\ndo {\ntry await load()\n\(end)\n} catch {\n\(fail)\n}"),
      others: "func load() async throws {}", isFound: false),
    app(
      "a request beside the closure",
      work("do {\ntry await load()\n\(end)\n} catch {\n\(fail)\n}") + "\nschedule()",
      others: "func load() async throws {}", isFound: false),
    app(
      "a setting that turns the work off",
      work(
        "guard UserDefaults.standard.bool(forKey: \"refreshes\") else {\n\(fail)\nreturn\n}\nawait load()\n\(end)"
      ),
      others: "func load() async {}", isFound: false),
    app(
      "a request if the work goes on",
      work("let ok = await load()\nif ok { schedule() }\ntask.setTaskCompleted(success: ok)"),
      others: "func load() async -> Bool { true }", isFound: false),
    app(
      "a failure of another function, which submits the request",
      work("do {\ntry await load()\n\(end)\n} catch {\ngiveUp(task)\n}"),
      others: "func load() async throws {}\nfunc giveUp(_ task: BGTask) {\nschedule()\n\(fail)\n}",
      isFound: false),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}

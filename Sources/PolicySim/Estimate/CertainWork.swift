/// Events that every run of a model has at least, by the declaration that causes them.
struct CertainWork: Sendable {
  /// The declaration that causes the events.
  let subject: SimulationExcess.Subject
  /// The number of events.
  let events: Double
}

extension SimulationModel {
  /// The work that comes up by itself in each run, each with its declaration. The amounts follow from the
  /// model, without a run.
  var certainWork: [CertainWork] {
    let days = Double(span) / Double(DailyPattern.day)
    let transfers = transfers.compactMap { transfer in
      transfer.period.map {
        CertainWork(subject: .recurrence(of: transfer.name), events: Double(span) / Double(max(1, $0)))
      }
    }
    let pushes = launches.pushes.map {
      CertainWork(subject: .push($0.name), events: $0.perDay * days * Double(1 + $0.starts.count))
    }
    let tasks = launches.tasks.compactMap { task -> CertainWork? in
      switch task.kind {
      case .continuedProcessing:
        guard let perDay = task.perDay else { return nil }
        return CertainWork(subject: .task(task.name), events: perDay * days * Double(1 + task.starts.count))
      case .appRefresh:
        guard task.reschedules || task.reschedulesAtEnd, !day.isIdeal else { return nil }
        let most = Double(DailyPattern.day) / Double(settings.launches.refreshGap)
        return CertainWork(
          subject: .refreshes(of: task.name),
          events: min(settings.launches.refreshesPerDay, most) * days * Double(1 + task.starts.count))
      case .processing: return nil
      }
    }
    let ofKinds = kinds.map(\.certainWork)
    return ofKinds.max { Self.events($0) < Self.events($1) } ?? transfers + pushes + tasks
  }

  /// The events of some work.
  static func events(_ work: [CertainWork]) -> Double { work.reduce(0) { $0 + $1.events } }

  /// The jobs of a run that count.
  var countedJobs: Double {
    transfers.reduce(0) { sum, transfer in
      guard let window = transfer.window, let period = transfer.period else { return sum + 1 }
      return sum + Double(window.upperBound - window.lowerBound) / Double(max(1, period))
    }
  }

  /// The transfer that probably has the most items in a run, computed without a run; `nil` if the model has no transfers.
  var largestTransfer: PlannedTransfer? {
    func items(_ transfer: PlannedTransfer) -> Double {
      let jobs = transfer.period.map { max(1, Double(span) / Double(max(1, $0))) } ?? 1
      return jobs * Double(max(1, transfer.count)) * Double(1 + transfer.retries)
    }
    return transfers.max { items($0) < items($1) }
  }
}

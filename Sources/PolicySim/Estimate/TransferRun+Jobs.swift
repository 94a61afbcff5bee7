internal import PolicyModel

extension TransferRun {
  @inline(__always)
  mutating func add(_ job: borrowing Job, of transfer: borrowing PlannedTransfer) {
    jobs += 1
    if job.finished == transfer.count { complete += 1 }
    unfinished += Double(transfer.count - job.finished)
    expired += Double(job.expired)
    missedDeadline += Double(job.missedDeadline)
    finished += Double(job.finished)
    validAndOnTime += Double(job.finished - job.spoiled)
    launches += Double(job.launches)
    wifiBytes += job.wifiBytes
    cellularBytes += job.cellularBytes
    radioSeconds += job.radioTime / 1_000
    energy += job.energy
  }
}

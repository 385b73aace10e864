internal import CSQLite
internal import System

extension Connection {
  /// Makes SQLite wait for the locks of other connections, until a signal asks this process to end.
  func waitForLocks(_ patience: Duration) {
    self.patience = patience
    sqlite3_busy_handler(
      handle,
      { object, round in
        let fault = SystemFault.last
        guard let object else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue()
        return connection.waits(round, after: fault) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Milliseconds between two attempts.
  private static let pause: Int32 = 5

  private func waits(_ round: Int32, after fault: SystemFault) -> Bool {
    lockFault = fault.isWithoutLocks ? fault : nil
    guard lockFault == nil, !Interruption.isRequested,
      .milliseconds(Int64(round) * Int64(Self.pause)) < patience
    else { return false }
    sqlite3_sleep(Self.pause)
    return true
  }
}

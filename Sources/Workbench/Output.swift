internal import System

/// Writes files for commands, with the errors of the application.
package enum Output {
  /// Writes a file at a path that the user named.
  package static func write(_ text: String, to path: String) throws(Failure) {
    try attempt { () throws(OutputFile.Fault) in try OutputFile.write(text, to: path) }
  }

  /// Appends to a file at a path that the user named.
  package static func append(_ text: String, to path: String) throws(Failure) {
    try attempt { () throws(OutputFile.Fault) in try OutputFile.append(text, to: path) }
  }

  /// Writes a file in a folder that the user named; no link below the folder is followed.
  package static func write(
    _ text: String, to name: String, below folder: String
  ) throws(Failure) {
    try attempt { () throws(OutputFile.Fault) in
      try OutputFile.write(text, to: name, below: folder)
    }
  }

  /// Creates a folder in a folder that the user named; no link below that folder is followed.
  package static func makeFolder(_ name: String, below folder: String) throws(Failure) {
    try attempt { () throws(OutputFile.Fault) in
      try OutputFile.makeFolder(name, below: folder)
    }
  }

  private static func attempt(_ body: () throws(OutputFile.Fault) -> Void) throws(Failure) {
    do throws(OutputFile.Fault) {
      try body()
    } catch {
      throw .output(path: error.path, reason: error.reason)
    }
  }
}

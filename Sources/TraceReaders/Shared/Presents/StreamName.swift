internal import Decoding

/// The process and swap chain of a row in a present table.
struct StreamName: Sendable, Equatable {
  /// The file name of the program; empty if it is unknown.
  let application: String
  /// The process id.
  let process: String
  /// The address of the swap chain without leading zeros, which only 1.x writes.
  let swapChain: String

  /// Reads the name from a row; each field may be empty.
  init(application: Field, process: Field, swapChain: Field) {
    self.application = harmless(application.trimmed.text)
    self.process = harmless(process.trimmed.text)
    self.swapChain = Self.withoutPadding(harmless(swapChain.trimmed.text))
  }

  /// The name for users, such as `dwm.exe 1564 0x240A8D570F0`, or `pid 520 0x1A` if the program is unknown.
  var text: String {
    let program = application.isEmpty && !process.isEmpty ? "pid" : application
    return [program, process, swapChain].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func withoutPadding(_ address: String) -> String {
    guard address.hasPrefix("0x") else { return address }
    let digits = address.dropFirst(2).drop { $0 == "0" }
    return digits.isEmpty ? "0x0" : "0x" + digits
  }
}

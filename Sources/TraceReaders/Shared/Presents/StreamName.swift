internal import Decoding

/// The process and swap chain that a row of a table of presents belongs to.
struct StreamName: Sendable, Equatable {
  /// The program's file name; empty where the trace does not know it.
  let application: String
  /// The process id.
  let process: String
  /// The address of the swap chain, without leading zeros: 1.x pads it and 2.x does not.
  let swapChain: String

  /// Reads the name from a row.
  ///
  /// - Parameters:
  ///   - application: may be empty.
  ///   - process: may be empty.
  ///   - swapChain: may be empty.
  init(application: Field, process: Field, swapChain: Field) {
    self.application = harmless(application.trimmed.text)
    self.process = harmless(process.trimmed.text)
    self.swapChain = Self.withoutPadding(harmless(swapChain.trimmed.text))
  }

  /// The stream in words: `dwm.exe 1564 0x240A8D570F0`; `pid 520 0x1A` where the program has no name.
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

import Foundation
import System

// The fuzzer: libFuzzer around the target that HITCHMARK_FUZZ_TARGET names. `Scripts/fuzz` builds and runs it.
//
// The target is an environment variable, because libFuzzer starts itself again with the same arguments.

/// libFuzzer's main loop.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["HITCHMARK_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.named(name) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    print("HITCHMARK_FUZZ_TARGET is “\(name)”; expected one of \(names)")
    exit(2)
  }
  return target
}()

// No command may start another program: Git would only slow the fuzzer down.
setenv("PATH", "", 1)
atexit { ScratchFolder.shared.removeAll() }

/// The most CPU time of an input, in seconds.
///
/// A clock on the wall would count waiting for a busy processor.
nonisolated let mostSeconds = 10.0

/// Runs the target on one input.
///
/// libFuzzer's archive refers to this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let begin = Platform.ownCPUTime
  var complaint = target.complaint(Array(UnsafeBufferPointer(start: start, count: count)))
  let seconds = Platform.ownCPUTime - begin
  if complaint == nil, seconds > mostSeconds { complaint = "the input takes \(seconds) s" }
  if let complaint {
    FileHandle.standardError.write(Data("complaint: \(complaint)\n".utf8))
    abort()
  }
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = withUnsafeMutablePointer(to: &arguments) { arguments in
  arguments.withMemoryRebound(
    to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
  ) { runFuzzer(&count, $0, testOneInput) }
}
exit(status)

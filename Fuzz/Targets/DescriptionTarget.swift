@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

extension FuzzTarget {
  /// `run.json` and `suite.json`: the files alone, and the commands that read them.
  static let description = FuzzTarget(name: "description") { bytes in
    let folder = ScratchFolder.shared
    let run = folder.path("run")
    folder.write(bytes, to: "run/run.json")
    if (try? RunFile(bytes)) != nil {
      folder.write(ScratchFolder.trace, to: "run/trace.csv")
    }
    folder.run("analyze", run, "--segments", "--format", "md")
    folder.remove("run")
    if (try? SuiteFile(bytes, id: "suite")) != nil {
      askSuite(bytes, in: folder)
    } else {
      folder.write(bytes, to: "suite/suite.json")
      folder.run("analyze", folder.path("suite"))
      folder.remove("suite")
    }
    return nil
  }

  private static func askSuite(_ bytes: [UInt8], in folder: ScratchFolder) {
    let (suite, store) = (folder.path("suite"), folder.path("suite.db"))
    let file = folder.write(bytes, to: "suite/suite.json")
    for place in ["1/1", "1/2", "2/1", "2/2"] {
      folder.write(ScratchFolder.trace, to: "suite/\(place).csv")
    }
    folder.run("ingest", suite, "--store", store)
    if bytes.choice(of: 2) == 0 {
      folder.run("report", "suite", "--store", store, "--format", "md")
    } else {
      folder.run(
        "check", "--store", store, "--order", folder.baseOrder, "--suite-file", file, "--format",
        "md")
    }
    folder.remove("suite")
    folder.removeStore("suite.db")
  }
}

// swift-tools-version: 6.2
import PackageDescription

/// Aligns innermost loops to the blocks in which x86 processors fetch instructions.
///
/// Otherwise the speed of a loop depends on its address, and so on all code before it. The loops of the change-point
/// detector then vary by a sixth.
let alignedLoops = ["-Xllvm", "-x86-experimental-pref-innermost-loop-alignment=6"]

/// The compiler settings of every target.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(alignedLoops, .when(configuration: .release)),
]

/// The settings of modules in which tests spend their time: they are optimized in debug builds too.
///
/// To debug them step by step, remove the flag.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A module; `needs` lists all modules that it may import.
func module(
  _ name: String, needs: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(name: name, dependencies: needs, swiftSettings: settings)
}

/// The tests of one module.
func tests(of name: String, needs: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "TestSupport"] + needs,
    swiftSettings: strict)
}

/// A C library of the system, found through pkg-config.
func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// Whether to build the fuzzer: `Scripts/fuzz` sets the variable.
///
/// The fuzzer links the tool as a library: an executable cannot be linked into another one.
let isFuzzing = Context.environment["HITCHMARK_FUZZ"] != nil

/// The modules that the tool and the fuzz targets import.
let everyModule: [Target.Dependency] = [
  "Analysis", "Arguments", "ClickHouse", "ClusterStore", "ContextServer", "Decoding", "Documents",
  "Histories", "Parallel", "Recordings", "Reports", "RunFolders", "RunStore", "System",
  "TraceReaders", "Units", "Workbench",
]

/// The files and folders in `Fuzz` that are not sources.
let fuzzData = ["corpus", "dictionaries", "regressions", "store.db"]

/// The tool, and the target that runs the functions in `Fuzz/Targets`: the tests, or the fuzzer.
let tool: [Target] =
  isFuzzing
  ? [
    .target(
      name: "hitchmark", dependencies: everyModule, exclude: ["Main.swift"], swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: ["hitchmark"] + everyModule, path: "Fuzz",
      exclude: ["Tests"] + fuzzData, sources: ["Driver", "Targets"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ]
  : [
    .executableTarget(name: "hitchmark", dependencies: everyModule, swiftSettings: strict),
    .testTarget(
      name: "FuzzTests", dependencies: ["hitchmark"] + everyModule, path: "Fuzz",
      exclude: ["Driver"] + fuzzData, sources: ["Targets", "Tests"], swiftSettings: strict),
  ]

let package = Package(
  name: "hitchmark",
  platforms: [.macOS(.v15)],
  products: [
    isFuzzing
      ? .executable(name: "fuzz", targets: ["fuzz"])
      : .executable(name: "hitchmark", targets: ["hitchmark"]),
    // For the trials in Benchmarks/, which test the code of the tool.
    .library(name: "Analysis", targets: ["Analysis"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "Statistics", targets: ["Statistics"]),
    // For apps that record their own frames.
    .library(name: "FrameRecorder", targets: ["FrameRecorder"]),
  ],
  targets: [
    .target(name: "CSystem"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
    library("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev", brew: "zstd"),
    library("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev", brew: "xxhash"),

    module("Units"),
    module("Parallel"),
    module("System", needs: ["CSystem", "Units"]),
    module("Statistics", settings: fast),
    module("Arguments", needs: ["Units"]),
    .target(
      name: "Schemas", path: "schemas",
      exclude: [
        "store.sql", "analysis.schema.json", "bisect.schema.json", "check.schema.json",
        "comparison.schema.json", "confirm.schema.json", "pull-request.schema.json",
        "report.schema.json", "trend.schema.json",
        "why.schema.json",
      ],
      resources: [.embedInCode("migrations")],
      swiftSettings: strict),

    module("Recordings", needs: ["Units"]),
    module("Documents", needs: ["Parallel", "Units"]),

    .target(
      name: "CScan", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(name: "CCurl"),
    module("ClickHouse", needs: ["CCurl", "System", "Units"]),
    module(
      "Decoding",
      needs: [
        "Parallel", "Recordings", "System", "Units", "CScan", "CExpat", "CZlib", "CZstd", "CXXHash",
      ],
      settings: fast),
    module("TraceReaders", needs: ["Decoding", "Recordings", "Units"]),
    module("RunFolders", needs: ["Decoding", "TraceReaders", "Recordings", "System", "Units"]),
    module("Histories", needs: ["Decoding", "Recordings", "System", "Units"]),
    module(
      "RunStore",
      needs: [
        "Parallel", "Recordings", "System", "Units", "Schemas", "CSQLite", "CZstd", "CXXHash",
      ]),
    module(
      "ClusterStore",
      needs: ["ClickHouse", "Recordings", "RunStore", "System", "Units", "CXXHash"]),
    module("Analysis", needs: ["Parallel", "Recordings", "Statistics", "Units"]),

    module("Reports", needs: ["Analysis", "Documents", "Parallel", "Recordings", "Units"]),

    module(
      "Workbench",
      needs: [
        "Analysis", "ClusterStore", "Decoding", "Documents", "Histories", "Parallel", "Recordings",
        "Reports", "RunFolders", "RunStore", "System", "TraceReaders", "Units",
      ]),

    module("ContextServer", needs: ["Decoding", "Documents", "System", "Units"]),

    // Without the settings of the other modules: a package with unsafe flags cannot be a dependency.
    .target(name: "FrameRecorder", path: "Recorders/apple"),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests(of: "Units"),
    tests(of: "Statistics"),
    tests(of: "Arguments"),
    tests(of: "Recordings", needs: ["Units"]),
    tests(of: "Documents", needs: ["Units"]),
    tests(
      of: "TraceReaders",
      needs: [
        "CScan", "Decoding", "Histories", "Parallel", "RunFolders", "Recordings", "System", "Units",
      ]),
    tests(of: "ClickHouse"),
    tests(
      of: "RunStore",
      needs: ["ClickHouse", "ClusterStore", "Recordings", "Schemas", "Units", "CSQLite"]),
    tests(of: "Analysis", needs: ["Recordings", "Statistics", "Units"]),
    tests(of: "Reports", needs: ["Analysis", "Documents", "Recordings", "Units"]),
    tests(
      of: "Workbench",
      needs: ["Analysis", "Decoding", "Recordings", "RunFolders", "RunStore", "Units"]),
    tests(of: "ContextServer", needs: ["Decoding", "Documents"]),
    tests(of: "FrameRecorder", needs: ["Recordings", "RunFolders", "TraceReaders"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["hitchmark", "Arguments", "TestSupport", "Workbench"],
      swiftSettings: strict),
  ] + tool
)

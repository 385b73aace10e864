// swift-tools-version: 6.2
import PackageDescription

// Runs Hitchmark's own code on simulated data, for the scripts in Benchmarks/.
let package = Package(
  name: "changepoints-tool",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hitchmark", path: "../..")],
  targets: [
    .executableTarget(
      name: "trials",
      dependencies: [
        .product(name: "Analysis", package: "hitchmark"),
        .product(name: "Recordings", package: "hitchmark"),
        .product(name: "Statistics", package: "hitchmark"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ])
  ]
)

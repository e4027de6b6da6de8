// swift-tools-version: 6.2
import PackageDescription

/// Settings that every target of ours is built with.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The same, for the targets that touch C: every unsafe use has to say so.
let strictAroundC: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
    name: "iapwatch",
    products: [
        .executable(name: "iapwatch", targets: ["iapwatch"])
    ],
    targets: [
        // C libraries, as Debian ships them. Each is known to one module only.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // The picture of these arrows is in Sources/README.md.
        .target(name: "WatchModel", swiftSettings: strict),
        .target(
            name: "WatchCatalog",
            dependencies: ["WatchModel", "CYAML"],
            swiftSettings: strictAroundC,
            plugins: ["EmbedQueries"]
        ),
        .target(
            name: "WatchDatabase",
            dependencies: ["WatchModel", "CSQLite", "CPQ"],
            swiftSettings: strictAroundC
        ),
        .target(name: "WatchOutput", dependencies: ["WatchModel"], swiftSettings: strict),
        .target(name: "WatchStatistics", swiftSettings: strictAroundC),
        .target(
            name: "WatchRun",
            dependencies: ["WatchModel", "WatchStatistics", "WatchCatalog", "WatchDatabase", "WatchOutput", "CCrypto"],
            swiftSettings: strictAroundC
        ),
        .target(
            name: "PurchaseWorld",
            dependencies: ["WatchModel", "WatchDatabase"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "iapwatch",
            dependencies: ["WatchModel", "WatchCatalog", "WatchOutput", "WatchRun", "PurchaseWorld"],
            swiftSettings: strictAroundC
        ),

        // queries/ becomes one Swift dictionary at build time, so that the binary can be moved anywhere.
        .plugin(name: "EmbedQueries", capability: .buildTool(), dependencies: ["EmbedQueriesTool"]),
        .executableTarget(
            name: "EmbedQueriesTool",
            path: "Plugins/EmbedQueriesTool",
            swiftSettings: strict
        ),

        // What several test targets share: servers, temporary folders, a parser of the text format.
        .target(
            name: "TestSupport",
            dependencies: ["WatchModel"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "WatchModelTests", dependencies: ["WatchModel", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "WatchStatisticsTests",
            dependencies: ["WatchStatistics"],
            exclude: ["Vectors"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WatchCatalogTests",
            dependencies: ["WatchCatalog", "WatchModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WatchDatabaseTests",
            dependencies: ["WatchDatabase", "WatchModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WatchOutputTests",
            dependencies: ["WatchOutput", "WatchModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WatchRunTests",
            dependencies: ["WatchRun", "WatchCatalog", "WatchDatabase", "WatchOutput", "WatchModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PurchaseWorldTests",
            dependencies: ["PurchaseWorld", "WatchModel", "WatchDatabase", "TestSupport", "iapwatch"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScenarioTests",
            dependencies: ["iapwatch", "WatchModel", "TestSupport"],
            exclude: ["Scenarios"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["iapwatch", "WatchModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "FaultTests", dependencies: ["iapwatch", "WatchModel", "TestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

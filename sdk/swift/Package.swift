// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "SigillReader",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "SigillReader", targets: ["SigillReader"])],
    targets: [.target(name: "SigillReader")]
)

/// Runs the Swift reader for tests/sdk/native-readers.test.ts, like tests/sdk/kotlin-driver.kt. Compiled together
/// with the reader's sources.
import Foundation
#if canImport(Glibc)
import Glibc
#endif

/// OpenSSL's primitives, for platforms without Apple's.
struct OpenSslCiphers: Ciphers {
    private let library = dlopen("libcrypto.so.3", RTLD_NOW)!

    private func function<T>(_ name: String, as _: T.Type) -> T { unsafeBitCast(dlsym(library, name)!, to: T.self) }

    private func digest(_ name: String, _ length: Int, _ bytes: [UInt8]) -> [UInt8] {
        typealias Digest = @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>) -> OpaquePointer?
        var result = [UInt8](repeating: 0, count: length)
        _ = function(name, as: Digest.self)(bytes, bytes.count, &result)
        return result
    }

    func sha1(_ bytes: [UInt8]) -> [UInt8] { digest("SHA1", 20, bytes) }

    func sha256(_ bytes: [UInt8]) -> [UInt8] { digest("SHA256", 32, bytes) }

    func aes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8] {
        crypt("EVP_aes_\(key.count * 8)_cbc", encrypting, key, iv, blocks)
    }

    func tripleDes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8] {
        crypt("EVP_des_ede3_cbc", encrypting, key, iv, blocks)
    }

    private func crypt(_ name: String, _ encrypting: Bool, _ key: [UInt8], _ iv: [UInt8], _ blocks: [UInt8]) -> [UInt8] {
        typealias New = @convention(c) () -> OpaquePointer?
        typealias Initialise = @convention(c) (
            OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int32
        ) -> Int32
        typealias Pad = @convention(c) (OpaquePointer?, Int32) -> Int32
        typealias Update = @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int32>, UnsafePointer<UInt8>, Int32
        ) -> Int32
        typealias Free = @convention(c) (OpaquePointer?) -> Void
        let context = function("EVP_CIPHER_CTX_new", as: New.self)()
        defer { function("EVP_CIPHER_CTX_free", as: Free.self)(context) }
        let cipher = function(name, as: New.self)()
        precondition(function("EVP_CipherInit_ex", as: Initialise.self)(context, cipher, nil, key, iv, encrypting ? 1 : 0) == 1)
        _ = function("EVP_CIPHER_CTX_set_padding", as: Pad.self)(context, 0)
        var (result, length) = ([UInt8](repeating: 0, count: blocks.count + 32), Int32(0))
        precondition(function("EVP_CipherUpdate", as: Update.self)(context, &result, &length, blocks, Int32(blocks.count)) == 1)
        return Array(result[..<blocks.count])
    }
}

struct Lost: Error {
    let said: String
}

@main
struct Driver {
    static func main() async throws {
        setvbuf(stdout, nil, _IOLBF, 0)
        let arguments = CommandLine.arguments
        if arguments[1] == "traces" {
            let text = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
            let all = try JSONSerialization.jsonObject(with: text) as! [String: Any]
            for trace in all["traces"] as! [[String: Any]] {
                let outcome = try await replay(trace)
                print(String(decoding: try JSONSerialization.data(withJSONObject: outcome), as: UTF8.self))
            }
        } else {
            try await runAgainst(arguments)
        }
    }

    static func replay(_ trace: [String: Any]) async throws -> [String: Any] {
        var draws = trace["random"] as! [String]
        var exchanges = trace["exchanges"] as! [[String: String]]
        var said: String?
        let transmit: Transmit = { command in
            let next = exchanges.removeFirst()
            guard hex(of: command) == next["command"]!.lowercased() else {
                said = "sent \(hex(of: command))"
                throw Lost(said: said!)
            }
            return bytes(of: next["response"]!)
        }
        let access = trace["access"] as! [String: String]
        let key = access["can"].map(AccessKey.can) ?? .mrz(access["mrz"]!)
        do {
            let chip = try await openChip(transmit, key: key, ciphers: OpenSslCiphers(), random: { _ in bytes(of: draws.removeFirst()) })
            let dg1 = hex(of: try await chip.readFile(.dg1))
            let signature = hex(of: try await chip.internalAuthenticate(bytes(of: trace["challenge"] as! String)))
            return ["dg1": dg1, "aa_signature": signature, "left": draws.count + exchanges.count]
        } catch let error as ChipError {
            return ["cause": error.failCause.rawValue, "said": said ?? NSNull()]
        }
    }

    /// Arguments: service, token, machine readable zone. Prints commands and reads responses. Lines that begin with # report
    /// events; an empty response means that the chip was lost.
    static func runAgainst(_ arguments: [String]) async throws {
        let transmit: Transmit = { command in
            print(hex(of: command))
            guard let line = readLine(), line != "" else { throw Lost(said: "Tag was lost.") }
            return bytes(of: line)
        }
        var options = SessionOptions(
            call: callOverHttp(URL(string: arguments[1])!), token: arguments[2], appVersion: "1.0.0",
            key: .mrz(arguments[3]), ciphers: OpenSslCiphers()
        ) { again in
            print("#connect \(again)")
            return transmit
        }
        options.wait = { _ in }
        do {
            let end = try await runSession(options)
            print("#end \(end.state) \(end.code ?? "null") \(end.cause ?? "null")")
        } catch let error as ServiceError {
            print("#refused \(error.operation) \(error.status) \(error.code)")
        }
    }
}

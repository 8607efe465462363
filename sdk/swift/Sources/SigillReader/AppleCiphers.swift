#if canImport(CommonCrypto)
import CommonCrypto

/// The primitives of iOS and macOS. CryptoKit has neither triple DES nor AES in CBC mode.
public struct AppleCiphers: Ciphers {
    public init() {}

    public func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
        CC_SHA1(bytes, CC_LONG(bytes.count), &digest)
        return digest
    }

    public func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        CC_SHA256(bytes, CC_LONG(bytes.count), &digest)
        return digest
    }

    public func aes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8] {
        crypt(encrypting, kCCAlgorithmAES, key, iv, blocks)
    }

    public func tripleDes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8] {
        crypt(encrypting, kCCAlgorithm3DES, key, iv, blocks)
    }

    /// Without options, the mode is CBC and nothing is padded.
    private func crypt(_ encrypting: Bool, _ algorithm: Int, _ key: [UInt8], _ iv: [UInt8], _ blocks: [UInt8]) -> [UInt8] {
        var (result, moved) = ([UInt8](repeating: 0, count: blocks.count), 0)
        let status = CCCrypt(
            CCOperation(encrypting ? kCCEncrypt : kCCDecrypt), CCAlgorithm(algorithm), 0,
            key, key.count, iv, blocks, blocks.count, &result, blocks.count, &moved
        )
        precondition(status == kCCSuccess && moved == blocks.count, "Blocks and keys have the lengths of their cipher.")
        return result
    }
}
#endif

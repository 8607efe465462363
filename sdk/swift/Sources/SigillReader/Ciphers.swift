/// The primitives of the platform. `AppleCiphers` has those of iOS and macOS.
public protocol Ciphers {
    func sha1(_ bytes: [UInt8]) -> [UInt8]
    func sha256(_ bytes: [UInt8]) -> [UInt8]
    /// CBC over whole blocks, without padding. The key has 16, 24 or 32 bytes.
    func aes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8]
    /// CBC over whole blocks, without padding. The key has 24 bytes.
    func tripleDes(encrypting: Bool, key: [UInt8], iv: [UInt8], blocks: [UInt8]) -> [UInt8]
}

/// The ciphers of secure messaging and PACE, in the order of their numbers in object identifiers (Doc 9303-11, 9.8).
enum CipherName: Int {
    case tripleDes, aes128, aes192, aes256
}

struct SessionCipher {
    let name: CipherName
    let platform: Ciphers

    var block: Int { name == .tripleDes ? 8 : 16 }
    var zeros: [UInt8] { [UInt8](repeating: 0, count: block) }

    func encrypt(_ key: [UInt8], _ iv: [UInt8], _ blocks: [UInt8]) -> [UInt8] { run(true, key, iv, blocks) }

    func decrypt(_ key: [UInt8], _ iv: [UInt8], _ blocks: [UInt8]) -> [UInt8] { run(false, key, iv, blocks) }

    private func run(_ encrypting: Bool, _ key: [UInt8], _ iv: [UInt8], _ blocks: [UInt8]) -> [UInt8] {
        guard name == .tripleDes else { return platform.aes(encrypting: encrypting, key: key, iv: iv, blocks: blocks) }
        return platform.tripleDes(encrypting: encrypting, key: key + key[..<8], iv: iv, blocks: blocks)
    }

    /// The checksum of a message that is already padded where the protocol requires it (Doc 9303-11, 9.8.6.3 and 9.8.7.2).
    func checksum(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        name == .tripleDes ? retailMac(key, message) : Array(cmac(key, message)[..<8])
    }

    /// ISO/IEC 9797-1, MAC algorithm 3: DES with the first half of the key, and triple DES at the end.
    private func retailMac(_ key: [UInt8], _ padded: [UInt8]) -> [UInt8] {
        let half = Array(key[..<8])
        let before = padded.count == 8 ? zeros : Array(encrypt(half + half, zeros, Array(padded.dropLast(8))).suffix(8))
        return encrypt(key, zeros, xor(before, Array(padded.suffix(8))))
    }

    /// NIST SP 800-38B.
    private func cmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        let first = doubled(encrypt(key, zeros, zeros))
        let isWhole = !message.isEmpty && message.count % 16 == 0
        var blocks = isWhole ? message : padded(message, 16)
        let mask = isWhole ? first : doubled(first)
        for index in 0..<16 { blocks[blocks.count - 16 + index] ^= mask[index] }
        return Array(encrypt(key, zeros, blocks).suffix(16))
    }

    private func doubled(_ block: [UInt8]) -> [UInt8] {
        var result = block.indices.map { block[$0] << 1 | ($0 < 15 ? block[$0 + 1] >> 7 : 0) }
        if block[0] & 0x80 != 0 { result[15] ^= 0x87 }
        return result
    }

    /// Derives a key from a shared secret (Doc 9303-11, 9.7.1).
    func deriveKey(_ secret: [UInt8], _ purpose: Purpose) -> [UInt8] {
        let input = secret + [0, 0, 0, purpose.rawValue]
        switch name {
        case .tripleDes, .aes128: return Array(platform.sha1(input)[..<16])
        case .aes192: return Array(platform.sha256(input)[..<24])
        case .aes256: return platform.sha256(input)
        }
    }
}

enum Purpose: UInt8 {
    case encryption = 1, checksum, password
}

struct SessionKeys {
    let cipher: SessionCipher
    let enc: [UInt8]
    let mac: [UInt8]

    init(_ cipher: SessionCipher, _ secret: [UInt8]) {
        self.cipher = cipher
        (enc, mac) = (cipher.deriveKey(secret, .encryption), cipher.deriveKey(secret, .checksum))
    }
}

func xor(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { zip(one, other).map { $0 ^ $1 } }

/// Compares in constant time.
func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.count == other.count && xor(one, other).reduce(0, |) == 0 }

/// ISO/IEC 9797-1, padding method 2.
func padded(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
    bytes + [0x80] + [UInt8](repeating: 0, count: block - 1 - bytes.count % block)
}

func unpadded(_ bytes: [UInt8]) -> [UInt8]? {
    guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else { return nil }
    return Array(bytes[..<end])
}

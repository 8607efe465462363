/// Sends a command APDU to the chip and returns its response with the status word. Throws when the chip no longer responds.
public typealias Transmit = ([UInt8]) async throws -> [UInt8]

/// Random bytes of the given length.
public typealias Random = (Int) -> [UInt8]

/// The system's cryptographically secure generator.
public let secureRandom: Random = { length in (0..<length).map { _ in UInt8.random(in: 0...255) } }

func bytes(of hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).map { UInt8($0 < 58 ? $0 - 48 : ($0 | 32) - 87) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func hex(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

func bigEndian(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(truncatingIfNeeded: number)]
    var rest = number >> 8
    while rest > 0 {
        bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
    }
    return bytes
}

func number(of bytes: [UInt8]) -> Int { bytes.reduce(0) { ($0 << 8 | Int($1)) } }

func twoBytes(_ number: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)] }

func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
}

/// A data object: tag, length, content (ISO/IEC 7816-4, 5.2.2). `raw` includes tag and length.
struct Tlv {
    let tag: Int
    let content: [UInt8]
    let raw: [UInt8]
}

func tlv(_ tag: Int, _ content: [UInt8]) -> [UInt8] {
    let length = bigEndian(content.count)
    return bigEndian(tag) + (content.count < 0x80 ? [] : [0x80 | UInt8(length.count)]) + length + content
}

/// Tag and length at the start of these bytes; the content may be missing.
func tlvHeader(_ bytes: [UInt8]) throws -> (tag: Int, headerBytes: Int, contentBytes: Int) {
    var at = 0
    func next() throws -> Int {
        guard at < bytes.count else { throw ChipError(.dataObjectMalformed, "A data object ends within its tag or length.") }
        at += 1
        return Int(bytes[at - 1])
    }
    var tag = try next()
    if tag & 0x1f == 0x1f {
        var byte = 0
        repeat {
            byte = try next()
            tag = tag << 8 | byte
            if at > 3 { throw ChipError(.dataObjectMalformed, "The tag of a data object is too long.") }
        } while byte & 0x80 != 0
    }
    var length = try next()
    if length >= 0x80 {
        let count = length & 0x7f
        guard (1...3).contains(count) else {
            throw ChipError(.dataObjectMalformed, "A data object has an indefinite length, or one that is too long.")
        }
        length = 0
        for _ in 0..<count { length = length << 8 | (try next()) }
    }
    return (tag, at, length)
}

func firstTlv(_ bytes: [UInt8]) throws -> Tlv {
    let header = try tlvHeader(bytes)
    let end = header.headerBytes + header.contentBytes
    guard end <= bytes.count else {
        throw ChipError(.dataObjectMalformed, "A data object is longer than the data that contains it.")
    }
    return Tlv(tag: header.tag, content: Array(bytes[header.headerBytes..<end]), raw: Array(bytes[..<end]))
}

func tlvs(_ bytes: [UInt8]) throws -> [Tlv] {
    var (objects, rest) = ([Tlv](), bytes)
    while !rest.isEmpty {
        let first = try firstTlv(rest)
        objects.append(first)
        rest.removeFirst(first.raw.count)
    }
    return objects
}

/// The objects up to the first invalid one: some files are longer than their content.
func readableTlvs(_ bytes: [UInt8]) -> [Tlv] {
    var (objects, rest) = ([Tlv](), bytes)
    while let first = try? firstTlv(rest) {
        objects.append(first)
        rest.removeFirst(first.raw.count)
    }
    return objects
}

extension [Tlv] {
    func content(of tag: Int) -> [UInt8]? { first { $0.tag == tag }?.content }
}

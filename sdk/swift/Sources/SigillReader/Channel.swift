/// A command APDU (ISO/IEC 7816-4, 5.1). `le` is the greatest number of bytes in the response; without it, none are expected.
struct Command {
    var cla: UInt8 = 0
    var ins: UInt8
    var p1: UInt8 = 0
    var p2: UInt8 = 0
    var data: [UInt8] = []
    var le: Int?

    var fitsShort: Bool { data.count <= 255 && (le ?? 0) <= 256 }

    func encode(extended: Bool? = nil) -> [UInt8] {
        let header = [cla, ins, p1, p2]
        guard extended ?? !fitsShort else {
            let lc: [UInt8] = data.isEmpty ? [] : [UInt8(data.count)]
            let end: [UInt8] = le.map { [UInt8(truncatingIfNeeded: $0)] } ?? []
            return header + lc + data + end
        }
        let zero: [UInt8] = [0]
        let lc = data.isEmpty ? [] : zero + twoBytes(data.count)
        let end = le.map { (data.isEmpty ? zero : []) + twoBytes($0) } ?? []
        return header + lc + data + end
    }
}

struct Response {
    let data: [UInt8]
    let status: Int

    init(data: [UInt8], status: Int) { (self.data, self.status) = (data, status) }

    init(decoding bytes: [UInt8]) throws {
        guard (2...everything + 2).contains(bytes.count) else {
            throw ChipError(.responseMalformed, "A response has 2 to 65538 bytes; the chip sent \(bytes.count).")
        }
        self.init(data: Array(bytes.dropLast(2)), status: number(of: bytes.suffix(2)))
    }
}

let ok = 0x9000
let notFound = 0x6a82
let everything = 65_536

/// 6Cxx: SW2 is the correct length.
private let otherLength = 0x6c

func isLengthWrong(_ status: Int) -> Bool { status == 0x6700 || status >> 8 == otherLength }

/// Chips use different statuses to say that too much was requested.
func isAboutLength(_ status: Int) -> Bool { isLengthWrong(status) || status == 0x6b00 || status == 0x6a86 }

func lengthInstead(_ status: Int) -> Int? { status >> 8 == otherLength && status & 0xff > 0 ? status & 0xff : nil }

/// The greatest lengths of commands and responses, in bytes.
struct Buffers {
    let commandBytes: Int
    let responseBytes: Int

    /// What every chip supports.
    static let short = Buffers(commandBytes: 261, responseBytes: 258)

    var isExtended: Bool { commandBytes > 261 && responseBytes > 258 }

    func commandRoom(_ block: Int?) -> Int { room(isExtended ? commandBytes - 9 : 255, block) }

    func responseRoom(_ block: Int?) -> Int { room(isExtended ? responseBytes - 2 : 256, block) }

    /// How many bytes of data fit. Secure messaging adds tag, length and padding indicator, the expected length or status, and a checksum.
    private func room(_ bytes: Int, _ block: Int?) -> Int { block.map { (bytes - 22) / $0 * $0 - 1 } ?? bytes }
}

/// Sends commands to the chip: plain at first, and secured once both sides have keys.
final class Channel {
    private let transmit: Transmit
    private var messaging: SecureMessaging?
    private var isGivenAway = false
    var buffers = Buffers.short

    init(_ transmit: @escaping Transmit) { self.transmit = transmit }

    func secure(_ messaging: SecureMessaging?) { self.messaging = messaging }

    private var block: Int? { messaging?.keys.cipher.block }
    var all: Int { buffers.isExtended ? everything : 256 }
    var readable: Int { buffers.responseRoom(block) }
    var shortReadable: Int { Buffers.short.responseRoom(block) }

    /// If a chip announces extended lengths and then refuses them before secure messaging, short ones are used from
    /// then on.
    func send(_ command: Command) async throws -> Response {
        let response = try await sendInParts(command)
        guard isLengthWrong(response.status), messaging == nil, buffers.isExtended, !command.fitsShort else { return response }
        buffers = .short
        var shorter = command
        shorter.le = command.le.map { min($0, all) }
        return try await sendInParts(shorter)
    }

    private func sendInParts(_ command: Command) async throws -> Response {
        let room = buffers.commandRoom(block)
        var rest = command
        while rest.data.count > room {
            var part = command
            (part.cla, part.data, part.le) = (command.cla | 0x10, Array(rest.data[..<room]), nil)
            let response = try await sendOne(part)
            guard response.status == ok else { return response }
            rest.data.removeFirst(room)
        }
        return try await sendOne(rest)
    }

    private func sendOne(_ command: Command) async throws -> Response {
        guard !isGivenAway else {
            throw ChipError(.secureMessagingEnded, "After Chip Authentication, the chip accepts only the keys of the service.")
        }
        guard let messaging else { return try Response(decoding: try await exchange(command.encode())) }
        let isLong = buffers.isExtended && (command.le ?? 0) > shortReadable
        return try messaging.open(try await exchange(messaging.wrap(command, isLong: isLong)))
    }

    /// Sends a command secured with keys of the service. No command can follow on this channel.
    func sendForeign(_ command: [UInt8]) async throws -> [UInt8] {
        isGivenAway = true
        return try await exchange(command)
    }

    /// The complete response: fetches the remaining parts (61xx), and reports unknown errors of the transport as a
    /// lost chip.
    private func exchange(_ command: [UInt8]) async throws -> [UInt8] {
        var response = try Response(decoding: try await once(command))
        var (data, parts) = (response.data, 0)
        while response.status >> 8 == 0x61 {
            response = try Response(decoding: try await once(getResponse(response.status)))
            if response.status >> 8 == otherLength { response = try Response(decoding: try await once(getResponse(response.status))) }
            data += response.data
            parts += 1
            guard parts <= 16 + data.count / 16, data.count <= everything else {
                throw ChipError(.responseEndless, "The chip keeps announcing more data and never finishes.")
            }
        }
        return data + twoBytes(response.status)
    }

    private func getResponse(_ status: Int) -> [UInt8] {
        Command(ins: 0xc0, le: status & 0xff == 0 ? 256 : status & 0xff).encode()
    }

    private func once(_ command: [UInt8]) async throws -> [UInt8] {
        do {
            return try await transmit(command)
        } catch {
            if error is ChipError || error is ReadingAborted { throw error }
            throw ChipError(.chipLost, "The chip stopped responding.")
        }
    }
}

/// Secure messaging (Doc 9303-11, 9.8). The counter is zero after PACE, and derived from the nonces after BAC.
final class SecureMessaging {
    let keys: SessionKeys
    private var counter: [UInt8]
    private var cipher: SessionCipher { keys.cipher }

    init(_ keys: SessionKeys, counter: [UInt8]? = nil) {
        (self.keys, self.counter) = (keys, counter ?? keys.cipher.zeros)
    }

    func wrap(_ command: Command, isLong: Bool) -> [UInt8] {
        count()
        var length: [UInt8] = []
        if let le = command.le {
            length = tlv(0x97, le > 256 || isLong && le == 256 ? twoBytes(le) : [UInt8(truncatingIfNeeded: le)])
        }
        let objects = (command.data.isEmpty ? [] : cryptogram(command)) + length
        var secured = command
        secured.cla |= 0x0c
        let header = padded([secured.cla, secured.ins, secured.p1, secured.p2], cipher.block)
        secured.data = objects + tlv(0x8e, checksum(header, objects))
        let long = isLong || secured.data.count > 255 || (command.le ?? 0) > 256
        secured.le = long ? everything : 256
        return secured.encode(extended: long)
    }

    func open(_ bytes: [UInt8]) throws -> Response {
        let response = try Response(decoding: bytes)
        count()
        guard !response.data.isEmpty else {
            throw ChipError(.secureMessagingEnded, "The chip responded without secure messaging.", statusWord: response.status)
        }
        guard var objects = try? tlvs(response.data) else { throw failed("The message is not a list of data objects.") }
        guard let mac = objects.popLast(), mac.tag == 0x8e else { throw failed("The message has no checksum.") }
        guard areEqual(checksum([], objects.flatMap { $0.raw }), mac.content) else {
            throw ChipError(.checksumWrong, "The checksum of the message is wrong.")
        }
        let status = objects.content(of: 0x99)
        if let status, status.count != 2 { throw failed("The secured status is not valid.") }
        // Some chips omit the secured status when there is data. The outer status is used then, although it is not
        // protected.
        return Response(data: try plain(objects), status: status.map(number(of:)) ?? response.status)
    }

    private func cryptogram(_ command: Command) -> [UInt8] {
        let blocks = cipher.encrypt(keys.enc, initialVector(), padded(command.data, cipher.block))
        return command.ins % 2 == 1 ? tlv(0x85, blocks) : tlv(0x87, [1] + blocks)
    }

    private func plain(_ objects: [Tlv]) throws -> [UInt8] {
        guard let cryptogram = objects.first(where: { $0.tag == 0x87 || $0.tag == 0x85 }) else { return [] }
        let isMarked = cryptogram.tag == 0x87
        if isMarked, cryptogram.content.first != 1 { throw failed("The encrypted data has an unknown padding.") }
        let blocks = Array(cryptogram.content.dropFirst(isMarked ? 1 : 0))
        guard !blocks.isEmpty, blocks.count % cipher.block == 0 else { throw failed("The encrypted data is not made of whole blocks.") }
        guard let plain = unpadded(cipher.decrypt(keys.enc, initialVector(), blocks)) else {
            throw failed("The decrypted data has no padding.")
        }
        return plain
    }

    private func checksum(_ header: [UInt8], _ objects: [UInt8]) -> [UInt8] {
        let message = counter + header + objects
        // A command that is only a header is padded once (ISO/IEC 7816-4, 10.2.3.1).
        let isHeaderOnly = !header.isEmpty && objects.isEmpty
        return cipher.checksum(keys.mac, isHeaderOnly ? message : padded(message, cipher.block))
    }

    /// Zeros with triple DES, the encrypted counter with AES (Doc 9303-11, 9.8.6.1 and 9.8.7.1).
    private func initialVector() -> [UInt8] {
        cipher.name == .tripleDes ? cipher.zeros : cipher.encrypt(keys.enc, cipher.zeros, counter)
    }

    private func count() {
        for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { return }
        }
    }

    private func failed(_ message: String) -> ChipError { ChipError(.securedResponseMalformed, message) }
}

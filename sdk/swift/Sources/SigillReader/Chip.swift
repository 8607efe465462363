/// How the chip was opened (Doc 9303-11, 4.2).
public enum Access: Sendable {
    case pace, bac
}

/// What the service asks of the chip, from `reader.chip_authentication` (Doc 9303-11, 6.2).
public struct ChipAuthenticationRequest {
    public let chipProtocol: String
    public let keyId: Int?
    public let ephemeralPublicKey: [UInt8]
    public let probeApdu: [UInt8]

    public init(chipProtocol: String, keyId: Int?, ephemeralPublicKey: [UInt8], probeApdu: [UInt8]) {
        (self.chipProtocol, self.keyId) = (chipProtocol, keyId)
        (self.ephemeralPublicKey, self.probeApdu) = (ephemeralPublicKey, probeApdu)
    }
}

/// Opens the chip behind a transport with PACE or BAC (Doc 9303-11, 4.2). Without `extendedLength` no command is
/// longer than 261 bytes. With `bacFirst`, BAC is tried before PACE, for a new contact after the chip aborted PACE.
/// Make one call at a time. Errors are ChipErrors, except a ReadingAborted from the transport.
public func openChip(
    _ transmit: @escaping Transmit, key: AccessKey, ciphers: Ciphers, random: @escaping Random = secureRandom,
    extendedLength: Bool = true, bacFirst: Bool = false
) async throws -> Chip {
    let channel = Channel(transmit)
    let opening = Opening(channel: channel, password: try Password(key, ciphers), random: random, platform: ciphers)
    let access = try await gainAccess(opening, extendedLength: extendedLength, bacFirst: bacFirst)
    return Chip(channel, access, extendedLength: extendedLength) {
        let buffers = channel.buffers
        _ = try await gainAccess(opening, extendedLength: extendedLength, bacFirst: bacFirst)
        // Lengths that worked are more reliable than those the chip announces.
        channel.buffers = buffers
    }
}

/// A chip whose eMRTD application is open.
public final class Chip {
    public let access: Access
    private let channel: Channel
    private let extendedLength: Bool
    private let reopening: Reopening
    private let files: FileReader

    init(_ channel: Channel, _ access: Access, extendedLength: Bool, reopen: @escaping () async throws -> Void) {
        (self.channel, self.access, self.extendedLength) = (channel, access, extendedLength)
        reopening = Reopening(reopen)
        files = FileReader(channel, reopening)
    }

    /// `progress` gets the bytes read so far; pass them to `resumeFrom` after the chip was lost.
    public func readFile(
        _ file: ChipFile, resumeFrom: [UInt8]? = nil, progress: ReadProgress = { _, _, _ in }
    ) async throws -> [UInt8] {
        try await files.read(file.file, resumeFrom: resumeFrom, progress: progress)
    }

    /// Active Authentication: the signature over the challenge (Doc 9303-11, 6.1).
    public func internalAuthenticate(_ challenge: [UInt8]) async throws -> [UInt8] {
        try await proving(orElse: .activeAuthenticationLost) {
            let ask = { (le: Int) in
                try await self.reopening.attempt { try await self.channel.send(Command(ins: 0x88, data: challenge, le: le)) }
            }
            var response = try await ask(channel.all)
            // Some chips need extended lengths for a long signature and do not announce them.
            if isLengthWrong(response.status), extendedLength, channel.all != everything { response = try await ask(everything) }
            guard response.status == ok, !response.data.isEmpty else {
                throw ChipError(.activeAuthenticationRefused, "The chip refused Active Authentication.", statusWord: response.status)
            }
            return response.data
        }
    }

    /// Chip Authentication driven by the service; returns the chip's response to the probe. Nothing can be read afterwards.
    public func chipAuthentication(_ request: ChipAuthenticationRequest) async throws -> [UInt8] {
        try await proving(orElse: .chipAuthenticationLost) {
            let reference = request.keyId.map { tlv(0x84, bigEndian($0)) } ?? []
            let tripleDes = ["0.4.0.127.0.7.2.2.3.1.1", "0.4.0.127.0.7.2.2.3.2.1"]
            if tripleDes.contains(request.chipProtocol) {
                try await need(Command(ins: 0x22, p1: 0x41, p2: 0xa6, data: tlv(0x91, request.ephemeralPublicKey) + reference))
            } else {
                let choice = tlv(0x80, objectIdentifier(request.chipProtocol)) + reference
                try await need(Command(ins: 0x22, p1: 0x41, p2: 0xa4, data: choice))
                try await need(Command(ins: 0x86, data: tlv(0x7c, tlv(0x80, request.ephemeralPublicKey)), le: 256))
            }
            return try await channel.sendForeign(request.probeApdu)
        }
    }

    private func need(_ command: Command) async throws {
        let status = try await channel.send(command).status
        guard status == ok else {
            throw ChipError(.chipAuthenticationRefused, "The chip refused Chip Authentication.", statusWord: status)
        }
    }

    /// A chip needs the most power while proving itself, so a weak contact shows there first. Such a loss therefore
    /// has a cause of its own.
    private func proving(orElse lost: ChipCause, _ prove: () async throws -> [UInt8]) async throws -> [UInt8] {
        do {
            return try await prove()
        } catch let error as ChipError where error.failCause == .chipLost {
            throw ChipError(lost, "The chip stopped responding while it had to prove that it is genuine.")
        }
    }
}

/// PACE if the chip offers a variant that this reader supports, otherwise BAC. BAC is also tried when PACE fails with
/// an error of the chip. Some chips refuse that until the next contact, for which there is `bacFirst`.
private func gainAccess(_ opening: Opening, extendedLength: Bool, bacFirst: Bool) async throws -> Access {
    let channel = opening.channel
    channel.secure(nil)
    try await selectMasterFile(channel)
    // Chips without PACE refuse the file in different ways.
    let offered = try await unlessRefused { try await FileReader(channel).read(cardAccess) }
    channel.buffers = extendedLength ? try await readBuffers(channel) : .short
    if bacFirst {
        do {
            return try await openWithBac(opening)
        } catch let error as ChipError where error.kind == .accessUnsupported || error.kind == .notADocument {
            // Without BAC, PACE gets another chance.
            try await selectMasterFile(channel)
        }
    }
    var failure: ChipError?
    for offer in try offered.map(paceOffers) ?? [] {
        do {
            channel.secure(try await establishPace(opening, offer))
            try await selectApplication(channel)
            return .pace
        } catch let error as ChipError {
            if error.failCause == .chipFailure { failure = error } else if error.kind != .accessUnsupported { throw error }
        }
    }
    do {
        return try await openWithBac(opening)
    } catch let error as ChipError {
        // A chip that aborted PACE and offers no BAC may open on the next contact, so it is not reported as
        // unsupported.
        if let failure, error.kind == .accessUnsupported || error.kind == .notADocument { throw failure }
        guard offered != nil, error.failCause == .bacUnsupported else { throw error }
        let message = "The chip offers no PACE variant that this reader supports, and no BAC."
        throw ChipError(.paceUnsupported, message, statusWord: error.statusWord)
    }
}

private func openWithBac(_ opening: Opening) async throws -> Access {
    try await selectApplication(opening.channel)
    guard !opening.password.isCan else {
        throw ChipError(.canUnsupported, "This chip cannot be opened with a card access number. Use the MRZ.")
    }
    opening.channel.secure(try await basicAccess(opening))
    return .bac
}

/// On a new contact the master file is already selected, so the chip may refuse this.
private func selectMasterFile(_ channel: Channel) async throws {
    _ = try await channel.send(Command(ins: 0xa4, p1: 0x00, p2: 0x0c, data: [0x3f, 0x00]))
}

private func selectApplication(_ channel: Channel) async throws {
    let emrtd: [UInt8] = [0xa0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
    let status = try await channel.send(Command(ins: 0xa4, p1: 0x04, p2: 0x0c, data: emrtd)).status
    guard status == ok else {
        throw ChipError(.applicationMissing, "The chip has no passport or identity card application.", statusWord: status)
    }
}

/// The encoded content of an object identifier (ITU-T X.690, 8.19).
private func objectIdentifier(_ dotted: String) -> [UInt8] {
    let numbers = dotted.split(separator: ".").compactMap { Int($0) }
    return ([40 * numbers[0] + numbers[1]] + numbers.dropFirst(2)).flatMap { number in
        var septets = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            septets.insert(UInt8(rest & 0x7f | 0x80), at: 0)
            rest >>= 7
        }
        return septets
    }
}

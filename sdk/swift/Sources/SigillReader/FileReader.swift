/// The files of the application that the service accepts (Doc 9303-10, 4.7), in reading order. The raw value is the name in the contract.
public enum ChipFile: String, CaseIterable, Sendable {
    case com, sod, dg1, dg14, dg15, dg11, dg12, dg7, dg2

    /// Nil for EF.COM and EF.SOD, which are not data groups.
    var group: Int? { Int(rawValue.dropFirst(2)) }

    var file: ElementaryFile {
        let (id, tag): (Int, Int) = switch self {
        case .com: (0x011e, 0x60)
        case .sod: (0x011d, 0x77)
        case .dg1: (0x0101, 0x61)
        case .dg2: (0x0102, 0x75)
        case .dg7: (0x0107, 0x67)
        case .dg11: (0x010b, 0x6b)
        case .dg12: (0x010c, 0x6c)
        case .dg14: (0x010e, 0x6e)
        case .dg15: (0x010f, 0x6f)
        }
        let longest = self == .dg2 ? 256 * 1024 : 64 * 1024
        return ElementaryFile(name: rawValue, fileId: id, shortId: id & 0x1f, tag: tag, longest: longest)
    }
}

struct ElementaryFile {
    let name: String
    let fileId: Int
    let shortId: Int
    let tag: Int
    let longest: Int
}

let cardAccess = ElementaryFile(name: "EF.CardAccess", fileId: 0x011c, shortId: 0x1c, tag: 0x31, longest: 4096)
private let atrInfo = ElementaryFile(name: "EF.ATR/INFO", fileId: 0x2f01, shortId: 0x01, tag: 0, longest: 256)

private func select(_ channel: Channel, _ file: ElementaryFile) async throws -> Response {
    try await channel.send(Command(ins: 0xa4, p1: 0x02, p2: 0x0c, data: twoBytes(file.fileId)))
}

private func readBinary(_ channel: Channel, _ file: ElementaryFile, _ le: Int) async throws -> Response {
    try await channel.send(Command(ins: 0xb0, p1: 0x80 | UInt8(file.shortId), le: le))
}

/// P1 and P2 hold only 15 bits, so offsets from here on need READ BINARY with an odd INS.
private let far = 0x8000

/// READ BINARY of the current file (ISO/IEC 7816-4, 11.3.3).
private func readBinary(_ channel: Channel, at offset: Int, _ le: Int) async throws -> Response {
    if offset < far { return try await channel.send(Command(ins: 0xb0, p1: UInt8(offset >> 8), p2: UInt8(offset & 0xff), le: le)) }
    let around = le < 0x80 ? 2 : le < 0x100 ? 3 : 4
    let response = try await channel.send(Command(ins: 0xb1, data: tlv(0x54, bigEndian(offset)), le: le + around))
    guard !response.data.isEmpty else { return response }
    // Chips differ in whether the requested length includes the tag and length that they add, so surplus bytes are
    // dropped.
    return Response(data: Array(try firstTlv(response.data).content.prefix(le)), status: response.status)
}

/// The greatest lengths in EF.ATR/INFO. Without a valid file, short lengths apply.
func readBuffers(_ channel: Channel) async throws -> Buffers {
    var data = try await readBinary(channel, atrInfo, 256).data
    // Some chips select other files by a short identifier, but not this one.
    if data.isEmpty, try await select(channel, atrInfo).status == ok { data = try await readBinary(channel, at: 0, 256).data }
    let lengths = readableTlvs(readableTlvs(data).content(of: 0x7f66) ?? [])
    let numbers = lengths.filter { $0.tag == 0x02 && $0.content.count <= 3 }.map { min(number(of: $0.content), everything) }
    guard numbers.count >= 2 else { return .short }
    return Buffers(commandBytes: max(numbers[0], 261), responseBytes: max(numbers[1], 258))
}

/// Some chips refuse a length or a missing file with a plain response, and forget their keys. This gains access
/// again, and then treats the refusal like any other.
final class Reopening {
    private let reopen: (() async throws -> Void)?
    private var times = 0

    init(_ reopen: (() async throws -> Void)? = nil) { self.reopen = reopen }

    func attempt(_ send: () async throws -> Response) async throws -> Response {
        do {
            return try await send()
        } catch let error as ChipError {
            guard let reopen, let status = error.statusWord, error.kind == .secureMessagingFailed,
                isAboutLength(status) || status == notFound, times < 3
            else { throw error }
            times += 1
            try await reopen()
            return Response(data: [], status: status)
        }
    }
}

/// Called with the number of bytes read so far, the length of the file, and the bytes themselves.
public typealias ReadProgress = (_ read: Int, _ total: Int, _ soFar: [UInt8]) -> Void

/// Reads files in as few commands as the chip allows, and remembers what it does not support.
final class FileReader {
    private let channel: Channel
    private let reopening: Reopening
    /// Nil until it is known whether short identifiers work.
    private var shortIdsWork: Bool?
    private var readsBeyondEnd = true
    private var most = 2048

    init(_ channel: Channel, _ reopening: Reopening = Reopening()) { (self.channel, self.reopening) = (channel, reopening) }

    func read(_ file: ElementaryFile, resumeFrom: [UInt8]? = nil, progress: ReadProgress = { _, _, _ in }) async throws -> [UInt8] {
        var content = FileContent(file, resumed: resumeFrom)
        var (isCurrent, limit) = (false, Int.max)
        while !content.isComplete {
            let le = min(limit, wanted(content))
            let response = try await reopening.attempt { try await readPiece(file, content.bytes.count, le, isCurrent) }
            if isRead(response.status), !response.data.isEmpty {
                guard response.data.count <= le else {
                    throw ChipError(.responseMalformed, "\(file.name): the chip sent more than was requested.")
                }
                isCurrent = true
                try content.append(response.data)
                if let total = content.total { progress(content.bytes.count, total, content.bytes) }
                continue
            }
            isCurrent = false
            if let instead = lengthInstead(response.status), instead < le {
                limit = instead
            } else if !adapts(response.status, le, content) {
                throw unreadable(file, response.status, hasBegun: !content.bytes.isEmpty)
            }
        }
        return content.bytes
    }

    private func wanted(_ content: FileContent) -> Int {
        let room = min(most, channel.readable - (content.bytes.count < far ? 0 : 4))
        if let total = content.total { return min(room, total - content.bytes.count) }
        return readsBeyondEnd ? room : max(6 - content.bytes.count, 1)
    }

    /// Whether another form of the command is left to try after a refusal. Every adaptation is permanent, so this
    /// terminates.
    private func adapts(_ status: Int, _ le: Int, _ content: FileContent) -> Bool {
        guard isAboutLength(status) else { return false }
        if channel.buffers.isExtended, le > channel.shortReadable {
            channel.buffers = .short
            return true
        }
        if content.total == nil {
            defer { readsBeyondEnd = false }
            return readsBeyondEnd
        }
        guard isLengthWrong(status), le >= 16 else { return false }
        most = le / 2
        return true
    }

    private func readPiece(_ file: ElementaryFile, _ offset: Int, _ le: Int, _ isCurrent: Bool) async throws -> Response {
        if isCurrent { return try await readBinary(channel, at: offset, le) }
        if offset == 0, shortIdsWork != false {
            let response = try await readBinary(channel, file, le)
            if isRead(response.status) { shortIdsWork = true }
            if shortIdsWork == true || isLengthWrong(response.status) { return response }
        }
        let selected = try await select(channel, file)
        guard selected.status == ok else { return selected }
        let response = try await readBinary(channel, at: offset, le)
        if offset == 0, isRead(response.status) { shortIdsWork = false }
        return response
    }

    private func isRead(_ status: Int) -> Bool { status == ok || status == 0x6282 }

    private func unreadable(_ file: ElementaryFile, _ status: Int, hasBegun: Bool) -> ChipError {
        let cause: ChipCause = switch status {
        case notFound: .fileNotFound
        case 0x6982: .securityStatusNotSatisfied
        case _ where hasBegun && (isRead(status) || isAboutLength(status)): .fileIncomplete
        case _ where [0x64, 0x65, 0x66, 0x6f].contains(status >> 8): .chipFailure
        default: .fileRefused
        }
        return ChipError(cause, "\(file.name) could not be read to its end.", statusWord: status)
    }
}

/// The content of a file while it is being read.
private struct FileContent {
    private let file: ElementaryFile
    private var pieces = 0
    private(set) var bytes: [UInt8] = []
    /// Known once tag and length have been read.
    private(set) var total: Int?

    /// `resumed` is the start of the file from an interrupted reading; invalid bytes are ignored.
    init(_ file: ElementaryFile, resumed: [UInt8]?) {
        self.file = file
        if let resumed { try? append(resumed) }
        if total == nil { bytes = [] }
    }

    var isComplete: Bool { total.map { bytes.count >= $0 } ?? false }

    /// Bytes after the end of the file are dropped.
    mutating func append(_ piece: [UInt8]) throws {
        bytes += piece
        pieces += 1
        guard let length = try total ?? length(of: bytes) else {
            if pieces > 6 { throw ChipError(.fileMalformed, "\(file.name) has no header.") }
            return
        }
        total = length
        bytes = Array(bytes.prefix(length))
        guard pieces <= 64 + length / 32 else { throw ChipError(.fileIncomplete, "\(file.name) arrives in pieces that are too small.") }
    }

    private func length(of start: [UInt8]) throws -> Int? {
        guard let header = try? tlvHeader(start) else {
            if start.count < 6 { return nil }
            throw ChipError(.fileMalformed, "\(file.name) has no header.")
        }
        guard header.tag == file.tag else { throw ChipError(.fileMalformed, "\(file.name) begins with the wrong tag.") }
        let length = header.headerBytes + header.contentBytes
        guard length <= file.longest else {
            throw ChipError(.fileTooLong, "\(file.name) is longer than the allowed \(file.longest) bytes.")
        }
        return length
    }
}

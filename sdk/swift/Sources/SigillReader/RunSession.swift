import Foundation

/// Photos of the holder: one, and further ones taken moments later. JPEG or PNG.
public struct Face {
    public let face: [UInt8]
    public let frames: [[UInt8]]

    public init(face: [UInt8], frames: [[UInt8]] = []) { (self.face, self.frames) = (face, frames) }
}

/// How a session ended: APPROVED, REJECTED, FAILED or ABORTED, and why. COMPLETED if the verdict follows later,
/// without the reader.
public struct SessionEnd {
    public let state: String
    public var code: String?
    public var cause: String?
    public var message: String?

    init(state: String, code: String? = nil, cause: String? = nil, message: String? = nil) {
        (self.state, self.code, self.cause, self.message) = (state, code, cause, message)
    }

    init(_ answer: [String: Any], of operation: String) throws {
        let failure = answer["failure"] as? [String: Any]
        let text = { (name: String) in failure?[name] as? String }
        self.init(state: try answer.text("state", of: operation), code: text("code"), cause: text("cause"), message: text("message"))
    }
}

/// A step of the session, for the screen of the app.
public enum Step {
    /// What the session asks for, as `reader.open` returns it.
    case opened([String: Any])
    case started
    /// Waiting for the document; `again` unless it is the first contact.
    case waiting(again: Bool)
    case opening(Access)
    case reading(ChipFile, read: Int, total: Int)
    case lost
    case accessDenied(triesLeft: Int)
    case submitting
}

/// A session to complete, with access to the service, the phone and the person. Cancelling the task ends the session with `reader.abort`.
public struct SessionOptions {
    public var call: Call
    /// The token of the session, which your backend passes to your app.
    public var token: String
    public var appVersion: String
    public var key: AccessKey
    public var ciphers: Ciphers
    /// Waits for the document and returns a transport; called again after a lost contact. It may throw ReadingFailed or ReadingAborted.
    public var connect: (_ again: Bool) async throws -> Transmit
    public var platform = "IOS"
    /// Asks for the key again after the chip has refused it. Nil ends the session.
    public var onAccessDenied: ((_ triesLeft: Int) async -> AccessKey?)?
    /// Takes the picture of the holder, when the session requires one.
    public var face: (() async throws -> Face)?
    /// Random, kept by the app, and secret: lets an app that was restarted resume the session it started.
    public var installation: String?
    public var onStep: (Step) -> Void = { _ in }
    public var random: Random = secureRandom
    public var extendedLength = true
    /// Waits for this many milliseconds.
    public var wait: (Int) async -> Void = { try? await Task.sleep(nanoseconds: UInt64($0) * 1_000_000) }

    public init(
        call: @escaping Call, token: String, appVersion: String, key: AccessKey, ciphers: Ciphers,
        connect: @escaping (_ again: Bool) async throws -> Transmit
    ) {
        (self.call, self.token, self.appVersion, self.key) = (call, token, appVersion, key)
        (self.ciphers, self.connect) = (ciphers, connect)
    }
}

/// Takes the session to its end. An error of the chip or the phone ends it with `reader.fail`, a person who gives up
/// with `reader.abort`. Only errors of calls are thrown, as ServiceError: the service refused or did not respond.
public func runSession(_ options: SessionOptions) async throws -> SessionEnd { try await SessionRun(options).run() }

/// What the chip has returned so far. It outlives a contact, so that nothing is read twice.
private struct Harvest {
    var files: [ChipFile: [UInt8]] = [:]
    var durationsMs: [ChipFile: Int] = [:]
    var begun: [ChipFile: [UInt8]] = [:]
    var refused: Set<ChipFile> = []
    var proofs = Proofs()
    var count: Int { (Array(files.values) + Array(begun.values)).reduce(0) { $0 + $1.count } }
}

/// The proofs of the chip. They are dropped when the challenge expires; the files are kept.
private struct Proofs {
    var challenge: String?
    /// The bytes of the challenge.
    var nonce: [UInt8]?
    var signature: [UInt8]?
    /// The status with which the chip refused to sign.
    var refusal: Int?
    var probeResponse: [UInt8]?
    var isChallenged = false
    var isProbed = false
}

private let mostEmptyContacts = 4
private let mostKeys = 5
private let mostDisturbances = 2
private let mostSubmissions = 5
/// The longest duration that the contract accepts.
private let dayMs = 86_400_000

private final class SessionRun {
    private let options: SessionOptions
    private let service: RetriedCalls
    private var harvest = Harvest()
    private var key: AccessKey
    private var device: [String: Any]

    init(_ options: SessionOptions) {
        (self.options, key, device) = (options, options.key, ["token": options.token])
        // An installation always starts a session with the same idempotency key, so that a restarted app gets the
        // same response.
        service = RetriedCalls(call: options.call, keyOf: { operation in
            let shared = operation == "reader.start" ? options.installation : nil
            let parts = [operation, options.token, shared ?? hex(of: options.random(16))]
            return hex(of: options.ciphers.sha256([UInt8](try JSONSerialization.data(withJSONObject: parts))))
        }, wait: options.wait)
    }

    func run() async throws -> SessionEnd {
        do {
            let session = try await call("reader.open", device)
            options.onStep(.opened(session))
            let start = device.merging(["platform": options.platform, "app_version": options.appVersion]) { $1 }
            device["reader_key"] = try await call("reader.start", start).text("reader_key", of: "reader.start")
            options.onStep(.started)
            return try await readAndSubmit(session["face_verification"] as? Bool == true ? try await takeFace() : [:])
        } catch let error as ServiceError where error.code == "session_not_open" && device["reader_key"] != nil {
            return try await standing()
        } catch is ReadingAborted {
            return try await giveUp { try SessionEnd(try await self.service.make("reader.abort", self.device), of: "reader.abort") }
        } catch is CancellationError {
            return try await giveUp { try SessionEnd(try await self.service.make("reader.abort", self.device), of: "reader.abort") }
        } catch let error as ReadingFailed {
            return try await giveUp { try await self.fail(error) }
        }
    }

    private func call(_ operation: String, _ params: [String: Any], _ headers: [String: String] = [:]) async throws -> [String: Any] {
        try Task.checkCancellation()
        return try await service.make(operation, params, headers)
    }

    private func takeFace() async throws -> [String: Any] {
        guard let take = options.face else { return [:] }
        let taken = try await unlessFailed(.cameraDenied) { try await take() }
        let frames: [String: Any] = taken.frames.isEmpty ? [:] : ["face_frames": taken.frames.map(base64)]
        return frames.merging(["face": base64(taken.face)]) { $1 }
    }

    /// Reads the chip and submits the result. Replaces a challenge that expired while the person looked for the
    /// document.
    private func readAndSubmit(_ face: [String: Any]) async throws -> SessionEnd {
        for submission in 1...mostSubmissions {
            do {
                try await readChip(again: submission > 1)
                options.onStep(.submitting)
                let headers = ["Session-Token": options.token, "Reader-Key": device["reader_key"] as? String ?? ""]
                let answer = try await call("reader.submit", self.submission().merging(face) { $1 }, headers)
                return try SessionEnd(answer, of: "reader.submit")
            } catch let error as ServiceError where error.code == "challenge_invalid" {
                harvest.proofs = Proofs()
            } catch let error as ServiceError where error.code == "challenge_limit" {
                break
            }
        }
        throw ReadingFailed(.timeout, "Every challenge expired before the chip responded", failCause: "challenges_expired")
    }

    private func submission() -> [String: Any] {
        var body: [String: Any] = [:]
        body["challenge"] = harvest.proofs.challenge
        body["files"] = Dictionary(uniqueKeysWithValues: harvest.files.map { ($0.rawValue, base64($1)) })
        body["reading"] = harvest.files.keys.map {
            ["file": $0.rawValue, "duration_ms": min(dayMs, harvest.durationsMs[$0] ?? 0)] as [String: Any]
        }
        body["aa_signature"] = harvest.proofs.signature.map(base64)
        body["aa_refusal"] = harvest.proofs.refusal.map { String($0 + 0x10000, radix: 16).suffix(4) }.map(String.init)
        body["ca_response"] = harvest.proofs.probeResponse.map(base64)
        return body
    }

    /// Reads the chip in as many contacts as needed: after a lost contact, reading continues where it stopped.
    private func readChip(again isAgain: Bool) async throws {
        var (empty, disturbances, areLongAnswersLost, bacFirst, again) = (0, 0, false, false, isAgain)
        while true {
            let before = harvest.count
            try Task.checkCancellation()
            options.onStep(.waiting(again: again))
            let transmit = try await unlessFailed(.nfcUnavailable) { try await self.options.connect(again) }
            again = true
            var isOpen = false
            do {
                // Some phones and readers drop commands with extended lengths, so short ones are used after failures.
                let chip = try await open(transmit, options.extendedLength && empty <= 1 && !areLongAnswersLost, bacFirst)
                isOpen = true
                options.onStep(.opening(chip.access))
                return try await harvest(from: chip)
            } catch let error as ChipError {
                let isInsecure = error.kind == .secureMessagingFailed
                let hasAborted = !isOpen && error.failCause == .chipFailure
                bacFirst = bacFirst || hasAborted
                let isDisturbed = isInsecure || hasAborted
                if isDisturbed { disturbances += 1 }
                guard disturbances < mostDisturbances, error.kind == .chipLost || isDisturbed else { throw failed(error) }
                let gained = harvest.count - before
                if isInsecure, gained <= 256 { areLongAnswersLost = true }
                empty = gained > 0 ? 0 : empty + 1
                guard empty < mostEmptyContacts else { throw failed(error) }
                options.onStep(.lost)
            }
        }
    }

    /// Asks the person for the key again after a refusal, while the document stays on the phone.
    private func open(_ transmit: @escaping Transmit, _ extendedLength: Bool, _ bacFirst: Bool) async throws -> Chip {
        var triesLeft = mostKeys
        while true {
            triesLeft -= 1
            do {
                return try await openChip(
                    transmit, key: key, ciphers: options.ciphers, random: options.random,
                    extendedLength: extendedLength, bacFirst: bacFirst
                )
            } catch let error as ChipError where error.kind == .accessDenied {
                guard let ask = options.onAccessDenied, triesLeft > 0 else { throw error }
                options.onStep(.accessDenied(triesLeft: triesLeft))
                guard let corrected = await ask(triesLeft) else { throw ReadingAborted() }
                key = corrected
            }
        }
    }

    private func harvest(from chip: Chip) async throws {
        try await readAll(chip, [.com, .sod])
        try await readAll(chip, filesToRead(sod: harvest.files[.sod] ?? [], com: harvest.files[.com]))
        try await answerChallenge(chip)
        // Last, because afterwards the chip uses keys that only the service has.
        try await answerProbe(chip)
    }

    private func readAll(_ chip: Chip, _ wanted: [ChipFile]) async throws {
        for file in wanted where harvest.files[file] == nil && !harvest.refused.contains(file) {
            try Task.checkCancellation()
            do {
                harvest.files[file] = try await readOn(chip, file)
                harvest.begun[file] = nil
            } catch let error as ChipError where error.isRefusal && ![.sod, .dg1, .dg2].contains(file) {
                harvest.refused.insert(file)
            }
        }
    }

    private func readOn(_ chip: Chip, _ file: ChipFile) async throws -> [UInt8] {
        let started = DispatchTime.now().uptimeNanoseconds
        defer { harvest.durationsMs[file, default: 0] += Int((DispatchTime.now().uptimeNanoseconds - started) / 1_000_000) }
        return try await chip.readFile(file, resumeFrom: harvest.begun[file]) { read, total, soFar in
            self.harvest.begun[file] = soFar
            self.options.onStep(.reading(file, read: read, total: total))
        }
    }

    /// Active Authentication. The service requires a challenge even if the chip cannot sign one.
    private func answerChallenge(_ chip: Chip) async throws {
        if harvest.proofs.isChallenged { return }
        // After a lost contact, the same challenge is used: a session has only a few.
        if harvest.proofs.nonce == nil {
            let operation = "reader.challenge"
            let challenge = try await call(operation, device)
            harvest.proofs.challenge = try challenge.text("challenge", of: operation)
            harvest.proofs.nonce = try challenge.bytes("challenge", of: operation)
        }
        // The service judges a chip that does not prove itself, so a refusal is not an error here.
        if harvest.files[.dg15] != nil, let nonce = harvest.proofs.nonce {
            do {
                harvest.proofs.signature = try await chip.internalAuthenticate(nonce)
            } catch let error as ChipError where error.isRefusal {
                harvest.proofs.refusal = error.statusWord
            }
        }
        harvest.proofs.isChallenged = true
    }

    /// Chip Authentication. The service keeps the private key, so this reader only passes on messages.
    private func answerProbe(_ chip: Chip) async throws {
        // Checks only whether id-PK or id-CA occurs anywhere in DG14. The service parses DG14 and decides.
        let offers: [[UInt8]] = [1, 3].map { [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, $0] }
        guard let dg14 = harvest.files[.dg14], !harvest.proofs.isProbed, offers.contains(where: { contains(dg14, $0) }) else { return }
        if let request = try await request(for: dg14) {
            harvest.proofs.probeResponse = try await unlessRefused { try await chip.chipAuthentication(request) }
        }
        harvest.proofs.isProbed = true
    }

    /// The service refuses a DG14 that holds no Chip Authentication it supports.
    private func request(for dg14: [UInt8]) async throws -> ChipAuthenticationRequest? {
        let operation = "reader.chip_authentication"
        do {
            let answer = try await call(operation, device.merging(["dg14": base64(dg14)]) { $1 })
            return ChipAuthenticationRequest(
                chipProtocol: try answer.text("protocol", of: operation),
                keyId: answer["key_id"] as? Int,
                ephemeralPublicKey: try answer.bytes("ephemeral_public_key", of: operation),
                probeApdu: try answer.bytes("probe_apdu", of: operation)
            )
        } catch let error as ServiceError where error.code == "invalid_value" {
            return nil
        }
    }

    private func fail(_ error: ReadingFailed) async throws -> SessionEnd {
        let line = String(error.message.filter { !$0.isNewline && $0.isASCII }.prefix(255))
        var reason = device
        reason["code"] = error.code.rawValue
        reason["cause"] = error.failCause
        reason["message"] = line.isEmpty ? "The reading failed" : line
        let answer = try await service.make("reader.fail", reason)
        let state = try answer.text("state", of: "reader.fail")
        return SessionEnd(state: state, code: error.code.rawValue, cause: error.failCause, message: error.message)
    }

    /// Ends the session. If it has already ended in the meantime, returns that end.
    private func giveUp(_ end: @escaping () async throws -> SessionEnd) async throws -> SessionEnd {
        do {
            // In a new task, because a cancelled task makes no calls.
            return try await Task { try await end() }.value
        } catch let error as ServiceError where error.code == "session_not_open" {
            return try await standing()
        }
    }

    private func standing() async throws -> SessionEnd {
        try SessionEnd(try await service.make("reader.open", ["token": options.token]), of: "reader.open")
    }

    /// Ends the session for an error of the app's own code. The error's message may contain personal data, so it
    /// stays on the device.
    private func unlessFailed<T>(_ code: FailCode, _ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch {
            if error is ReadingFailed || error is ReadingAborted || error is CancellationError { throw error }
            throw ReadingFailed(code, "The reader failed")
        }
    }
}

private func failed(_ error: ChipError) -> ReadingFailed {
    let code: FailCode = switch error.kind {
    case _ where error.failCause == .chipSilent: .timeout
    case .chipLost: .nfcLost
    case .accessDenied: .accessDenied
    case .accessUnsupported, .notADocument: .unsupportedDocument
    default: .readError
    }
    return ReadingFailed(code, error.message, failCause: error.failCause.rawValue)
}

/// The files to read, in the order of `ChipFile`. The list in EF.SOD counts, because it is signed; the one in EF.COM is used only when
/// EF.SOD cannot be parsed here.
func filesToRead(sod: [UInt8], com: [UInt8]?) -> [ChipFile] {
    let listed = (try? groups(ofSod: sod)) ?? (try? groups(ofCom: com ?? [])) ?? [1, 2]
    return ChipFile.allCases.filter { file in file.group.map(listed.contains) ?? false }
}

/// EF.SOD is `77`, ContentInfo, SignedData, whose content is the LDSSecurityObject (RFC 5652, 5.1; Doc 9303-10, 4.6.2).
private func groups(ofSod sod: [UInt8]) throws -> Set<Int> {
    let info = try child(try firstTlv(sod), 0x30)
    let encapsulated = try child(try child(try child(info, 0xa0), 0x30), 0x30)
    guard let octets = try tlvs(try child(encapsulated, 0xa0).content).first else { throw missing }
    // Some signers split an octet string into parts.
    let content = octets.tag == 0x24 ? try tlvs(octets.content).flatMap { $0.content } : octets.content
    let hashes = try tlvs(try firstTlv(content).content).filter { $0.tag == 0x30 }
    guard hashes.count >= 2 else { throw missing }
    return Set(try tlvs(hashes[1].content).map { number(of: try child($0, 0x02).content) })
}

private let missing = ChipError(.dataObjectMalformed, "An object of EF.SOD or EF.COM is missing.")

private func child(_ object: Tlv, _ tag: Int) throws -> Tlv {
    guard let found = try tlvs(object.content).first(where: { $0.tag == tag }) else { throw missing }
    return found
}

/// EF.COM names a group by the tag of its file.
private func groups(ofCom com: [UInt8]) throws -> Set<Int> {
    let tags = try child(try firstTlv(com), 0x5c).content.map { Int($0) }
    return Set(ChipFile.allCases.filter { tags.contains($0.file.tag) }.compactMap { $0.group })
}

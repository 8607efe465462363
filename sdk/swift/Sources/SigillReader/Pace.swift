private let idPace: [UInt8] = [0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, 0x04]

/// A variant of PACE that the chip offers and this reader supports.
struct PaceOffer {
    let oid: [UInt8]
    let isChipMapping: Bool
    let cipher: CipherName
    let curve: Curve
    let parameterId: Int
    /// Whether the chip lists several variants, so that the parameters must be named (Doc 9303-11, 4.4.4.1).
    let isAmbiguous: Bool
}

/// Generic and Chip Authentication Mapping on standardized curves, best first (Doc 9303-11, 9.2.1). What the chip
/// discloses in Chip Authentication Mapping is not used: the service's own Chip Authentication proves the chip.
func paceOffers(_ cardAccess: [UInt8]) throws -> [PaceOffer] {
    let set = try firstTlv(cardAccess)
    let infos = try (set.tag == 0x31 ? tlvs(set.content) : []).filter { $0.tag == 0x30 }.map { try tlvs($0.content) }
    guard (1...64).contains(infos.count), infos.allSatisfy({ $0.first?.tag == 0x06 }) else {
        throw ChipError(.dataObjectMalformed, "The SecurityInfos of the chip are not a list.")
    }
    let pace = infos.filter { $0[0].content.starts(with: idPace) && $0[0].content.count == 10 }
    let rank = { (offer: PaceOffer) in (offer.isChipMapping ? 10 : 0) + offer.cipher.rawValue }
    return pace.compactMap { offer(of: $0, isAmbiguous: pace.count > 1) }.sorted { rank($0) > rank($1) }
}

private func offer(of info: [Tlv], isAmbiguous: Bool) -> PaceOffer? {
    let oid = info[0].content
    guard let cipher = CipherName(rawValue: Int(oid[9]) - 1), oid[8] == 2 || oid[8] == 6 && cipher != .tripleDes else { return nil }
    let numbers = info.dropFirst().map { $0.tag == 0x02 && (1...4).contains($0.content.count) ? number(of: $0.content) : -1 }
    guard numbers.count >= 2, numbers[0] == 2, let curve = curve(numbers[1]) else { return nil }
    return PaceOffer(
        oid: oid, isChipMapping: oid[8] == 6, cipher: cipher, curve: curve, parameterId: numbers[1], isAmbiguous: isAmbiguous
    )
}

/// Everything that PACE and BAC need to open a chip.
struct Opening {
    let channel: Channel
    let password: Password
    let random: Random
    let platform: Ciphers
}

/// Password Authenticated Connection Establishment (Doc 9303-11, 4.4). Returns the keys and leaves the channel as it is.
func establishPace(_ opening: Opening, _ offer: PaceOffer) async throws -> SecureMessaging {
    let (curve, random) = (offer.curve, opening.random)
    let cipher = SessionCipher(name: offer.cipher, platform: opening.platform)
    try await choose(opening, offer)
    let nonce = try decryptNonce(cipher, opening.password, required(try await authenticate(opening, []), 0x80))

    let mappingSecret = curve.randomScalar(random)
    let mappingKey = try curve.encode(curve.multiply(mappingSecret, curve.generator))
    let theirMapping = try required(try await authenticate(opening, tlv(0x81, mappingKey)), 0x82)
    try assertAnother(mappingKey, theirMapping)
    let shared = curve.multiply(mappingSecret, try curve.decode(theirMapping))
    let generator = curve.combine(curve.multiply(nonce, curve.generator), shared)

    let secret = curve.randomScalar(random)
    let ours = try curve.encode(curve.multiply(secret, generator))
    let theirs = try required(try await authenticate(opening, tlv(0x83, ours)), 0x84)
    try assertAnother(ours, theirs)
    let keys = SessionKeys(cipher, try curve.abscissa(curve.multiply(secret, try curve.decode(theirs))))

    let last = try await authenticate(opening, tlv(0x85, token(offer, keys, theirs)), isLast: true)
    guard areEqual(try required(last, 0x86), token(offer, keys, ours)) else {
        throw ChipError(.paceTokenWrong, "The chip did not prove that it knows the MRZ or the CAN.")
    }
    return SecureMessaging(keys)
}

/// Statuses of chips that require the number of the parameters: wrong data, wrong or missing parameters, or data not
/// found.
private let parametersMissed = [0x6a80, 0x6a86, 0x6a87, 0x6a88]

/// MSE:Set AT. A counter of remaining attempts (63xx) is only a warning.
private func choose(_ opening: Opening, _ offer: PaceOffer) async throws {
    let plain = tlv(0x80, offer.oid) + tlv(0x83, [opening.password.isCan ? 2 : 1])
    var command = Command(ins: 0x22, p1: 0xc1, p2: 0xa4, data: plain)
    let number = tlv(0x84, bigEndian(offer.parameterId))
    if offer.isAmbiguous { command.data += number }
    var status = try await opening.channel.send(command).status
    if !offer.isAmbiguous, parametersMissed.contains(status) {
        command.data += number
        status = try await opening.channel.send(command).status
    }
    guard status == ok || status >> 8 == 0x63 else {
        throw ChipError(.paceUnsupported, "The chip did not start PACE.", statusWord: status)
    }
}

/// One step of GENERAL AUTHENTICATE; all but the last are marked as chained.
private func authenticate(_ opening: Opening, _ content: [UInt8], isLast: Bool = false) async throws -> [Tlv] {
    let command = Command(cla: isLast ? 0 : 0x10, ins: 0x86, data: tlv(0x7c, content), le: 256)
    let response = try await opening.channel.send(command)
    guard response.status == ok else { throw refused(response.status, opening.password) }
    let template = try firstTlv(response.data)
    guard template.tag == 0x7c else { throw ChipError(.dataObjectMalformed, "The response to a PACE step has the wrong tag.") }
    return try tlvs(template.content)
}

/// A wrong password shows in the last step, a blocked one in the first. Other statuses say nothing about the password.
private func refused(_ status: Int, _ password: Password) -> ChipError {
    if status == 0x6983 || status == 0x63c0 {
        return ChipError(.passwordBlocked, "The chip has blocked this key.", statusWord: status)
    }
    if status >> 8 == 0x63 || status == 0x6982 || status == 0x6984 {
        return ChipError(password.isCan ? .canRefused : .mrzRefused, "The chip refused the key.", statusWord: status)
    }
    return ChipError(.chipFailure, "The chip aborted PACE.", statusWord: status)
}

private func decryptNonce(_ cipher: SessionCipher, _ password: Password, _ encrypted: [UInt8]) throws -> [UInt8] {
    guard (1...32).contains(encrypted.count), encrypted.count % cipher.block == 0 else {
        throw ChipError(.accessMalformed, "The PACE nonce has an invalid length.")
    }
    return cipher.decrypt(cipher.deriveKey(password.secret, .password), cipher.zeros, encrypted)
}

/// Proves to the owner of a public key that we have the same session keys (Doc 9303-11, 4.4.3.4).
private func token(_ offer: PaceOffer, _ keys: SessionKeys, _ publicKey: [UInt8]) -> [UInt8] {
    let data = tlv(0x7f49, tlv(0x06, offer.oid) + tlv(0x86, publicKey))
    return keys.cipher.checksum(keys.mac, offer.cipher == .tripleDes ? padded(data, 8) : data)
}

private func required(_ objects: [Tlv], _ tag: Int) throws -> [UInt8] {
    guard let content = objects.content(of: tag) else {
        throw ChipError(.accessMalformed, "The response to a PACE step lacks the tag \(String(tag, radix: 16)).")
    }
    return content
}

private func assertAnother(_ ours: [UInt8], _ theirs: [UInt8]) throws {
    guard ours != theirs else { throw ChipError(.publicKeyInvalid, "The chip sent our own public key back.") }
}

/// Basic Access Control (Doc 9303-11, 4.3). The application must be selected.
func basicAccess(_ opening: Opening) async throws -> SecureMessaging {
    let cipher = SessionCipher(name: .tripleDes, platform: opening.platform)
    let keys = SessionKeys(cipher, Array(opening.password.secret[..<16]))
    let challenge = try await opening.channel.send(Command(ins: 0x84, le: 8))
    guard challenge.status == ok, challenge.data.count == 8 else {
        throw ChipError(.bacUnsupported, "The chip did not start Basic Access Control.", statusWord: challenge.status)
    }
    let theirs = challenge.data
    let (ours, half) = (opening.random(8), opening.random(16))
    let checksum = { (encrypted: [UInt8]) in cipher.checksum(keys.mac, padded(encrypted, 8)) }
    let encrypted = cipher.encrypt(keys.enc, cipher.zeros, ours + theirs + half)
    let response = try await opening.channel.send(Command(ins: 0x82, data: encrypted + checksum(encrypted), le: 40))
    guard response.status == ok else {
        throw ChipError(.mrzRefused, "The chip refused the key derived from the MRZ.", statusWord: response.status)
    }
    guard response.data.count == 40 else {
        throw ChipError(.accessMalformed, "The response to Basic Access Control does not have 40 bytes.")
    }
    let answer = Array(response.data[..<32])
    let plain = cipher.decrypt(keys.enc, cipher.zeros, answer)
    guard areEqual(Array(response.data[32...]), checksum(answer)), areEqual(Array(plain[..<16]), theirs + ours) else {
        throw ChipError(.bacResponseWrong, "The chip did not prove that it knows the MRZ.")
    }
    return SecureMessaging(SessionKeys(cipher, xor(Array(plain[16...]), half)), counter: Array(theirs[4...] + ours[4...]))
}

package example.sigill.reader

import java.math.BigInteger

private const val ID_PACE = "04007f0007020204"

/** A variant of PACE that the chip offers and this reader supports. */
internal class PaceOffer(
    val oid: ByteArray,
    val isChipMapping: Boolean,
    val cipher: SessionCipher,
    val curve: Curve,
    val parameterId: Int,
    /** Whether the chip lists several variants, so that the parameters must be named (Doc 9303-11, 4.4.4.1). */
    val isAmbiguous: Boolean
)

/**
 * The offers in EF.CardAccess, best first (Doc 9303-11, 9.2.1): Generic and Chip Authentication Mapping on
 * standardized curves. What the chip discloses in Chip Authentication Mapping is not used: the service's own Chip
 * Authentication proves the chip.
 */
internal fun paceOffers(cardAccess: ByteArray): List<PaceOffer> {
    val set = firstTlv(cardAccess)
    val infos = (if (set.tag == 0x31) tlvs(set.content) else listOf()).filter { it.tag == 0x30 }.map { tlvs(it.content) }
    if (infos.isEmpty() || infos.size > 64 || infos.any { it.firstOrNull()?.tag != 0x06 })
        throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "The SecurityInfos of the chip are not a list.")
    val pace = infos.filter { hexOf(it[0].content).startsWith(ID_PACE) && it[0].content.size == 10 }
    return pace.mapNotNull { offerOf(it, pace.size > 1) }
        .sortedByDescending { (if (it.isChipMapping) 10 else 0) + it.cipher.ordinal }
}

private fun offerOf(info: List<Tlv>, isAmbiguous: Boolean): PaceOffer? {
    val oid = info[0].content
    val variant = oid[8].value
    val cipher = SessionCipher.values().getOrNull(oid[9].value - 1) ?: return null
    if (variant != 2 && variant != 6 || variant == 6 && cipher == SessionCipher.TRIPLE_DES) return null
    val numbers = info.drop(1).map { if (it.tag == 0x02 && it.content.size in 1..4) numberOf(it.content) else -1 }
    if (numbers.getOrNull(0) != 2) return null
    val parameterId = numbers.getOrNull(1) ?: return null
    val curve = CURVES[parameterId] ?: return null
    return PaceOffer(oid, variant == 6, cipher, curve, parameterId, isAmbiguous)
}

/** Password Authenticated Connection Establishment (Doc 9303-11, 4.4). Returns the keys and leaves the channel as it is. */
internal fun establishPace(channel: Channel, offer: PaceOffer, password: Password, random: Random): SecureMessaging {
    val curve = offer.curve
    choose(channel, offer, password)
    val step = { content: ByteArray, isLast: Boolean -> authenticate(channel, content, isLast, password) }
    val nonce = decryptNonce(offer.cipher, password, required(step(ByteArray(0), false), 0x80))

    val mappingSecret = curve.randomScalar(random)
    val mappingKey = curve.encode(curve.multiply(mappingSecret, curve.generator))
    val theirMapping = required(step(tlv(0x81, mappingKey), false), 0x82)
    assertAnother(mappingKey, theirMapping)
    val shared = curve.multiply(mappingSecret, curve.decode(theirMapping))
    val generator = curve.combine(curve.multiply(BigInteger(1, nonce), curve.generator), shared)

    val secret = curve.randomScalar(random)
    val ours = curve.encode(curve.multiply(secret, generator))
    val theirs = required(step(tlv(0x83, ours), false), 0x84)
    assertAnother(ours, theirs)
    val keys = SessionKeys(offer.cipher, curve.abscissa(curve.multiply(secret, curve.decode(theirs))))

    val token = required(step(tlv(0x85, tokenOver(offer, keys, theirs)), true), 0x86)
    if (!areEqual(token, tokenOver(offer, keys, ours)))
        throw ChipError(ChipCause.PACE_TOKEN_WRONG, "The chip did not prove that it knows the MRZ or the CAN.")
    return SecureMessaging(keys)
}

/** Statuses of chips that require the number of the parameters: wrong data, wrong or missing parameters, or data not found. */
private val PARAMETERS_MISSED = setOf(0x6a80, 0x6a86, 0x6a87, 0x6a88)

/** MSE:Set AT. A counter of remaining attempts (63xx) is only a warning. */
private fun choose(channel: Channel, offer: PaceOffer, password: Password) {
    val plain = tlv(0x80, offer.oid) + tlv(0x83, byteArrayOf(password.reference.toByte()))
    val named = plain + tlv(0x84, bigEndian(offer.parameterId))
    var status = channel.send(Command(0x22, 0xc1, 0xa4, if (offer.isAmbiguous) named else plain)).status
    if (!offer.isAmbiguous && status in PARAMETERS_MISSED) status = channel.send(Command(0x22, 0xc1, 0xa4, named)).status
    if (status != OK && status shr 8 != 0x63) throw ChipError(ChipCause.PACE_UNSUPPORTED, "The chip did not start PACE.", status)
}

/** One step of GENERAL AUTHENTICATE; all but the last are marked as chained. */
private fun authenticate(channel: Channel, content: ByteArray, isLast: Boolean, password: Password): List<Tlv> {
    val response = channel.send(Command(0x86, data = tlv(0x7c, content), le = 256, cla = if (isLast) 0 else 0x10))
    if (response.status != OK) throw refused(response.status, password)
    val template = firstTlv(response.data)
    if (template.tag != 0x7c) throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "The response to a PACE step has the wrong tag.")
    return tlvs(template.content)
}

/** A wrong password shows in the last step, a blocked one in the first. Other statuses say nothing about the password. */
private fun refused(status: Int, password: Password): ChipError = when {
    status == 0x6983 || status == 0x63c0 -> ChipError(ChipCause.PASSWORD_BLOCKED, "The chip has blocked this key.", status)
    status shr 8 == 0x63 || status == 0x6982 || status == 0x6984 ->
        ChipError(if (password.isCan) ChipCause.CAN_REFUSED else ChipCause.MRZ_REFUSED, "The chip refused the key.", status)
    else -> ChipError(ChipCause.CHIP_FAILURE, "The chip aborted PACE.", status)
}

private fun decryptNonce(cipher: SessionCipher, password: Password, encrypted: ByteArray): ByteArray {
    if (encrypted.isEmpty() || encrypted.size > 32 || encrypted.size % cipher.block != 0)
        throw ChipError(ChipCause.ACCESS_MALFORMED, "The PACE nonce has an invalid length.")
    return cipher.decrypt(deriveKey(password.secret, cipher, FOR_PASSWORD), ByteArray(cipher.block), encrypted)
}

/** Proves to the owner of a public key that we have the same session keys (Doc 9303-11, 4.4.3.4). */
private fun tokenOver(offer: PaceOffer, keys: SessionKeys, publicKey: ByteArray): ByteArray {
    val data = tlv(0x7f49, tlv(0x06, offer.oid), tlv(0x86, publicKey))
    return keys.cipher.checksum(keys.mac, if (keys.cipher == SessionCipher.TRIPLE_DES) padded(data, 8) else data)
}

private fun required(objects: List<Tlv>, tag: Int): ByteArray = objects.contentOf(tag)
    ?: throw ChipError(ChipCause.ACCESS_MALFORMED, "The response to a PACE step lacks the tag ${tag.toString(16)}.")

private fun assertAnother(ours: ByteArray, theirs: ByteArray) {
    if (ours.contentEquals(theirs)) throw ChipError(ChipCause.PUBLIC_KEY_INVALID, "The chip sent our own public key back.")
}

/** Basic Access Control (Doc 9303-11, 4.3). The application must be selected. */
internal fun basicAccess(channel: Channel, password: Password, random: Random): SecureMessaging {
    val cipher = SessionCipher.TRIPLE_DES
    val keys = SessionKeys(cipher, password.secret.copyOf(16))
    val challenge = channel.send(Command(0x84, le = 8))
    if (challenge.status != OK || challenge.data.size != 8)
        throw ChipError(ChipCause.BAC_UNSUPPORTED, "The chip did not start Basic Access Control.", challenge.status)
    val theirs = challenge.data
    val ours = random(8)
    val half = random(16)
    val checksum = { encrypted: ByteArray -> cipher.checksum(keys.mac, padded(encrypted, 8)) }
    val encrypted = cipher.encrypt(keys.enc, ByteArray(8), concat(ours, theirs, half))
    val response = channel.send(Command(0x82, data = encrypted + checksum(encrypted), le = 40))
    if (response.status != OK)
        throw ChipError(ChipCause.MRZ_REFUSED, "The chip refused the key derived from the MRZ.", response.status)
    if (response.data.size != 40)
        throw ChipError(ChipCause.ACCESS_MALFORMED, "The response to Basic Access Control does not have 40 bytes.")
    val answer = response.data.copyOf(32)
    val plain = cipher.decrypt(keys.enc, ByteArray(8), answer)
    val isGenuine = areEqual(response.data.copyOfRange(32, 40), checksum(answer)) && areEqual(plain.copyOf(16), theirs + ours)
    if (!isGenuine) throw ChipError(ChipCause.BAC_RESPONSE_WRONG, "The chip did not prove that it knows the MRZ.")
    val counter = BigInteger(1, theirs.copyOfRange(4, 8) + ours.copyOfRange(4, 8))
    return SecureMessaging(SessionKeys(cipher, xor(plain.copyOfRange(16, 32), half)), counter)
}

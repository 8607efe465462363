package example.sigill.reader

/** How the chip was opened (Doc 9303-11, 4.2). */
enum class Access { PACE, BAC }

/** What the service asks of the chip, from `reader.chip_authentication` (Doc 9303-11, 6.2). */
class ChipAuthenticationRequest(val protocol: String, val keyId: Int?, val ephemeralPublicKey: ByteArray, val probeApdu: ByteArray)

/**
 * Opens the chip behind a transport with PACE or BAC (Doc 9303-11, 4.2). With `extendedLength = false` no command is
 * longer than 261 bytes. With `bacFirst`, BAC is tried before PACE, for a new contact after the chip aborted PACE.
 * Make one call at a time, on a thread that may wait. Errors are thrown as ChipError, except a ReadingAborted from the
 * transport.
 */
fun openChip(transmit: Transmit, key: AccessKey, random: Random = secureRandom, extendedLength: Boolean = true, bacFirst: Boolean = false): Chip {
    val password = Password(key)
    val channel = Channel(transmit)
    return Chip(channel, gainAccess(channel, password, random, extendedLength, bacFirst), extendedLength) {
        val buffers = channel.buffers
        gainAccess(channel, password, random, extendedLength, bacFirst)
        // Lengths that worked are more reliable than those the chip announces.
        channel.buffers = buffers
    }
}

/** A chip whose eMRTD application is open. */
class Chip internal constructor(
    private val channel: Channel,
    val access: Access,
    private val extendedLength: Boolean,
    reopen: () -> Unit
) {
    private val reopening = Reopening(reopen)
    private val files = FileReader(channel, reopening)

    /** `progress` gets the bytes read so far; pass them to `resumeFrom` after the chip was lost. */
    fun readFile(file: ChipFile, resumeFrom: ByteArray? = null, progress: (read: Int, total: Int, soFar: ByteArray) -> Unit = { _, _, _ -> }) =
        files.read(file.file, resumeFrom, progress)

    /** Active Authentication: the signature over the challenge (Doc 9303-11, 6.1). */
    fun internalAuthenticate(challenge: ByteArray): ByteArray = provingWith(ChipCause.ACTIVE_AUTHENTICATION_LOST) {
        val ask = { le: Int -> reopening.attempt { channel.send(Command(0x88, data = challenge, le = le)) } }
        var response = ask(channel.all)
        // Some chips need extended lengths for a long signature and do not announce them.
        if (isLengthWrong(response.status) && extendedLength && channel.all != EVERYTHING) response = ask(EVERYTHING)
        if (response.status != OK || response.data.isEmpty())
            throw ChipError(ChipCause.ACTIVE_AUTHENTICATION_REFUSED, "The chip refused Active Authentication.", response.status)
        response.data
    }

    /** Chip Authentication driven by the service; returns the chip's response to the probe. Nothing can be read afterwards. */
    fun chipAuthentication(request: ChipAuthenticationRequest): ByteArray = provingWith(ChipCause.CHIP_AUTHENTICATION_LOST) {
        val reference = request.keyId?.let { tlv(0x84, bigEndian(it)) } ?: ByteArray(0)
        if (Regex("0\\.4\\.0\\.127\\.0\\.7\\.2\\.2\\.3\\.[12]\\.1").matches(request.protocol)) {
            assertOk(Command(0x22, 0x41, 0xa6, tlv(0x91, request.ephemeralPublicKey) + reference))
        } else {
            assertOk(Command(0x22, 0x41, 0xa4, tlv(0x80, objectIdentifier(request.protocol)) + reference))
            assertOk(Command(0x86, data = tlv(0x7c, tlv(0x80, request.ephemeralPublicKey)), le = 256))
        }
        channel.sendForeign(request.probeApdu)
    }

    private fun assertOk(command: Command) {
        val status = channel.send(command).status
        if (status != OK) throw ChipError(ChipCause.CHIP_AUTHENTICATION_REFUSED, "The chip refused Chip Authentication.", status)
    }

    /**
     * A chip needs the most power while proving itself, so a weak contact shows there first. Such a loss therefore
     * has a cause of its own.
     */
    private fun provingWith(lost: ChipCause, prove: () -> ByteArray): ByteArray =
        try {
            prove()
        } catch (error: ChipError) {
            if (error.failCause != ChipCause.CHIP_LOST) throw error
            throw ChipError(lost, "The chip stopped responding while it had to prove that it is genuine.", null, error)
        }
}

/**
 * PACE if the chip offers a variant that this reader supports, otherwise BAC. BAC is also tried when PACE fails with
 * an error of the chip. Some chips refuse that until the next contact, for which there is `bacFirst`.
 */
private fun gainAccess(channel: Channel, password: Password, random: Random, extendedLength: Boolean, bacFirst: Boolean): Access {
    channel.secure(null)
    selectMasterFile(channel)
    // Chips without PACE refuse the file in different ways.
    val cardAccess = unlessRefused { FileReader(channel).read(CARD_ACCESS) }
    channel.buffers = if (extendedLength) readBuffers(channel) else Buffers.SHORT
    if (bacFirst)
        try {
            return openWithBac(channel, password, random)
        } catch (error: ChipError) {
            // Without BAC, PACE gets another chance.
            if (error.kind !in NO_BAC) throw error
            selectMasterFile(channel)
        }
    var failure: ChipError? = null
    for (offer in cardAccess?.let(::paceOffers) ?: listOf())
        try {
            channel.secure(establishPace(channel, offer, password, random))
            selectApplication(channel)
            return Access.PACE
        } catch (error: ChipError) {
            if (error.failCause == ChipCause.CHIP_FAILURE) failure = error
            else if (error.kind != ChipErrorKind.ACCESS_UNSUPPORTED) throw error
        }
    try {
        return openWithBac(channel, password, random)
    } catch (error: ChipError) {
        // A chip that aborted PACE and offers no BAC may open on the next contact, so it is not reported as
        // unsupported.
        if (failure != null && error.kind in NO_BAC) throw failure
        if (cardAccess == null || error.failCause != ChipCause.BAC_UNSUPPORTED) throw error
        throw ChipError(ChipCause.PACE_UNSUPPORTED, "The chip offers no PACE variant that this reader supports, and no BAC.", error.statusWord, error)
    }
}

private val NO_BAC = setOf(ChipErrorKind.ACCESS_UNSUPPORTED, ChipErrorKind.NOT_A_DOCUMENT)

private fun openWithBac(channel: Channel, password: Password, random: Random): Access {
    selectApplication(channel)
    if (password.isCan) throw ChipError(ChipCause.CAN_UNSUPPORTED, "This chip cannot be opened with a card access number. Use the MRZ.")
    channel.secure(basicAccess(channel, password, random))
    return Access.BAC
}

/** On a new contact the master file is already selected, so the chip may refuse this. */
private fun selectMasterFile(channel: Channel) {
    channel.send(Command(0xa4, 0x00, 0x0c, bytesOf("3f00")))
}

private fun selectApplication(channel: Channel) {
    val status = channel.send(Command(0xa4, 0x04, 0x0c, bytesOf("a0000002471001"))).status
    if (status != OK)
        throw ChipError(ChipCause.APPLICATION_MISSING, "The chip has no passport or identity card application.", status)
}

/** The encoded content of an object identifier (ITU-T X.690, 8.19). */
private fun objectIdentifier(dotted: String): ByteArray {
    val numbers = dotted.split('.').map { it.toInt() }
    return (listOf(40 * numbers[0] + numbers[1]) + numbers.drop(2)).fold(ByteArray(0)) { encoded, number ->
        var septets = byteArrayOf((number and 0x7f).toByte())
        var rest = number ushr 7
        while (rest > 0) {
            septets = byteArrayOf((rest and 0x7f or 0x80).toByte()) + septets
            rest = rest ushr 7
        }
        encoded + septets
    }
}

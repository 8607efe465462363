package example.sigill.reader

enum class Platform { ANDROID, IOS, WEB, CLI }

/** Photos of the holder: one, and further ones taken moments later. JPEG or PNG. */
class Face(val face: ByteArray, val frames: List<ByteArray> = listOf())

/** How a session ended: APPROVED, REJECTED, FAILED or ABORTED, and why. COMPLETED if the verdict follows later, without the reader. */
class SessionEnd(val state: String, val code: String? = null, val cause: String? = null, val message: String? = null)

/** A step of the session, for the screen of the app. */
sealed class Step {
    /** What the session asks for, as `reader.open` returns it. */
    class Opened(val session: Map<String, Any?>) : Step()
    object Started : Step()

    /** Waiting for the document; `again` unless it is the first contact. */
    class Waiting(val again: Boolean) : Step()
    class Opening(val access: Access) : Step()
    class Reading(val file: ChipFile, val read: Int, val total: Int) : Step()
    object Lost : Step()
    class AccessDenied(val triesLeft: Int) : Step()
    object Submitting : Step()
}

/** What `runSession` needs: the session, and access to the service, the phone and the person. */
class SessionOptions(
    val call: Call,
    /** The token of the session, which your backend passes to your app. */
    val token: String,
    val appVersion: String,
    val key: AccessKey,
    /** Waits for the document and returns a transport; called again after a lost contact. It may throw ReadingFailed or ReadingAborted. */
    val connect: (again: Boolean) -> Transmit,
    val platform: Platform = Platform.ANDROID,
    /** Asks for the key again after the chip has refused it. Null ends the session. */
    val onAccessDenied: ((triesLeft: Int) -> AccessKey?)? = null,
    /** Takes the picture of the holder, when the session requires one. */
    val face: (() -> Face)? = null,
    /** Random, kept by the app, and secret: lets an app that was restarted resume the session it started. */
    val installation: String? = null,
    /** Whether the person has given up; called before every contact, file and call. */
    val isCancelled: () -> Boolean = { false },
    val onStep: (Step) -> Unit = {},
    val random: Random = secureRandom,
    val extendedLength: Boolean = true,
    val wait: (Long) -> Unit = { Thread.sleep(it) }
)

/**
 * Takes the session to its end, on a thread that may wait. An error of the chip or the phone ends it with
 * `reader.fail`, a person who gives up with `reader.abort`. ServiceError is thrown when the service refuses a call or
 * cannot be reached.
 */
fun runSession(options: SessionOptions): SessionEnd = SessionRun(options).run()

/** What the chip has returned so far. It outlives a contact, so that nothing is read twice. */
private class Harvest {
    val files = linkedMapOf<ChipFile, ByteArray>()
    val durationsMs = mutableMapOf<ChipFile, Long>()
    val begun = mutableMapOf<ChipFile, ByteArray>()
    val refused = mutableSetOf<ChipFile>()
    var challenge: String? = null
    var signature: ByteArray? = null
    /** The status with which the chip refused to sign. */
    var refusal: Int? = null
    var probeResponse: ByteArray? = null
    var isChallenged = false
    var isProbed = false
    val bytes: Int get() = (files.values + begun.values).fold(0) { sum, file -> sum + file.size }

    /** Call this after the challenge has expired: keeps the files, so that only the proofs are repeated. */
    fun forgetProofs() {
        challenge = null
        signature = null
        refusal = null
        probeResponse = null
        isChallenged = false
        isProbed = false
    }
}

/** The reading fails after this many contacts in a row without a new byte. */
private const val MOST_EMPTY_CONTACTS = 4
private const val MOST_KEYS = 5
private const val MOST_DISTURBANCES = 2
private const val MOST_SUBMISSIONS = 5
/** The longest duration that the contract accepts. */
private const val DAY_MS = 86_400_000L
private val NEEDED = setOf(ChipFile.SOD, ChipFile.DG1, ChipFile.DG2)

private class SessionRun(private val options: SessionOptions) {
    private val service = RetriedCalls(options.call, ::idempotencyKey, options.wait)
    private val harvest = Harvest()
    private var key = options.key
    private var device = mapOf<String, Any?>("token" to options.token)

    fun run(): SessionEnd =
        try {
            val session = call("reader.open", device)
            options.onStep(Step.Opened(session))
            val start = device + mapOf("platform" to options.platform.name, "app_version" to options.appVersion)
            device = device + ("reader_key" to call("reader.start", start)["reader_key"])
            options.onStep(Step.Started)
            readAndSubmit(if (session["face_verification"] == true) takeFace() else mapOf())
        } catch (error: ServiceError) {
            if (error.code != "session_not_open" || "reader_key" !in device) throw error
            endOf(service.make("reader.open", mapOf("token" to options.token)))
        } catch (error: ReadingAborted) {
            giveUp { endOf(service.make("reader.abort", device)) }
        } catch (error: ReadingFailed) {
            giveUp { fail(error) }
        }

    /** An installation always starts a session with the same idempotency key, so that a restarted app gets the same response. */
    private fun idempotencyKey(operation: String): String {
        val isShared = operation == "reader.start" && options.installation != null
        val nonce = if (isShared) options.installation!! else hexOf(options.random(16))
        return hexOf(digest("SHA-256", toJson(listOf(operation, options.token, nonce)).toByteArray()))
    }

    private fun call(operation: String, params: Map<String, Any?>, headers: Map<String, String> = mapOf()): Map<String, Any?> {
        if (options.isCancelled()) throw ReadingAborted()
        return service.make(operation, params, headers)
    }

    private fun takeFace(): Map<String, Any?> {
        val taken = options.face?.let { take -> unlessFailed(FailCode.CAMERA_DENIED, take) } ?: return mapOf()
        val frames = taken.frames.map(::toBase64)
        return mapOf("face" to toBase64(taken.face)) + if (frames.isEmpty()) mapOf() else mapOf("face_frames" to frames)
    }

    /** Reads the chip and submits the result. Replaces a challenge that expired while the person looked for the document. */
    private fun readAndSubmit(face: Map<String, Any?>): SessionEnd {
        for (submission in 1..MOST_SUBMISSIONS)
            try {
                readChip(submission > 1)
                options.onStep(Step.Submitting)
                val headers = mapOf("Session-Token" to options.token, "Reader-Key" to device["reader_key"] as String)
                return endOf(call("reader.submit", submission() + face, headers))
            } catch (error: ServiceError) {
                if (error.code == "challenge_limit") break
                if (error.code != "challenge_invalid") throw error
                harvest.forgetProofs()
            }
        throw ReadingFailed(FailCode.TIMEOUT, "Every challenge expired before the chip responded", "challenges_expired")
    }

    private fun submission(): Map<String, Any?> {
        val body = mutableMapOf<String, Any?>("challenge" to harvest.challenge)
        body["files"] = harvest.files.entries.associate { it.key.wire to toBase64(it.value) }
        body["reading"] = harvest.files.keys.map { mapOf("file" to it.wire, "duration_ms" to minOf(DAY_MS, harvest.durationsMs[it] ?: 0L)) }
        harvest.signature?.let { body["aa_signature"] = toBase64(it) }
        harvest.refusal?.let { body["aa_refusal"] = it.toString(16).padStart(4, '0') }
        harvest.probeResponse?.let { body["ca_response"] = toBase64(it) }
        return body
    }

    /** Reads the chip in as many contacts as needed: after a lost contact, reading continues where it stopped. */
    private fun readChip(isAgain: Boolean) {
        var (empty, disturbances) = Pair(0, 0)
        var areLongAnswersLost = false
        var bacFirst = false
        var again = isAgain
        while (true) {
            val before = harvest.bytes
            val transmit = connect(again)
            again = true
            var isOpen = false
            try {
                // Some phones and readers drop commands with extended lengths, so short ones are used after failures.
                val chip = open(transmit, options.extendedLength && empty <= 1 && !areLongAnswersLost, bacFirst)
                isOpen = true
                options.onStep(Step.Opening(chip.access))
                return harvestFrom(chip)
            } catch (error: ChipError) {
                val isInsecure = error.kind == ChipErrorKind.SECURE_MESSAGING_FAILED
                val hasAborted = !isOpen && error.failCause == ChipCause.CHIP_FAILURE
                bacFirst = bacFirst || hasAborted
                val isDisturbed = isInsecure || hasAborted
                if (isDisturbed && ++disturbances >= MOST_DISTURBANCES) throw failed(error)
                if (error.kind != ChipErrorKind.CHIP_LOST && !isDisturbed) throw failed(error)
                val gained = harvest.bytes - before
                if (isInsecure && gained <= 256) areLongAnswersLost = true
                empty = if (gained > 0) 0 else empty + 1
                if (empty >= MOST_EMPTY_CONTACTS) throw failed(error)
                options.onStep(Step.Lost)
            }
        }
    }

    private fun connect(again: Boolean): Transmit {
        if (options.isCancelled()) throw ReadingAborted()
        options.onStep(Step.Waiting(again))
        return unlessFailed(FailCode.NFC_UNAVAILABLE) { options.connect(again) }
    }

    /** Opens the chip. If it refuses the key, asks the person again while the document stays on the phone. */
    private fun open(transmit: Transmit, extendedLength: Boolean, bacFirst: Boolean): Chip {
        for (triesLeft in MOST_KEYS - 1 downTo 0)
            try {
                return openChip(transmit, key, options.random, extendedLength, bacFirst)
            } catch (error: ChipError) {
                val ask = options.onAccessDenied
                if (error.kind != ChipErrorKind.ACCESS_DENIED || ask == null || triesLeft == 0) throw error
                options.onStep(Step.AccessDenied(triesLeft))
                key = ask(triesLeft) ?: throw ReadingAborted("The person did not correct the key")
            }
        throw IllegalStateException("Every attempt returns or throws.")
    }

    private fun harvestFrom(chip: Chip) {
        readAll(chip, listOf(ChipFile.COM, ChipFile.SOD))
        readAll(chip, filesToRead(harvest.files.getValue(ChipFile.SOD), harvest.files[ChipFile.COM]))
        answerChallenge(chip)
        // Last, because afterwards the chip uses keys that only the service has.
        answerProbe(chip)
    }

    private fun readAll(chip: Chip, wanted: List<ChipFile>) {
        for (file in wanted.filter { it !in harvest.files && it !in harvest.refused }) {
            if (options.isCancelled()) throw ReadingAborted()
            try {
                harvest.files[file] = readOn(chip, file)
                harvest.begun.remove(file)
            } catch (error: ChipError) {
                if (file in NEEDED || !error.isRefusal) throw error
                harvest.refused.add(file)
            }
        }
    }

    private fun readOn(chip: Chip, file: ChipFile): ByteArray {
        val started = System.nanoTime()
        try {
            return chip.readFile(file, harvest.begun[file]) { read, total, soFar ->
                harvest.begun[file] = soFar
                options.onStep(Step.Reading(file, read, total))
            }
        } finally {
            harvest.durationsMs[file] = (harvest.durationsMs[file] ?: 0L) + (System.nanoTime() - started) / 1_000_000
        }
    }

    /** Active Authentication. The service requires a challenge even if the chip cannot sign one. */
    private fun answerChallenge(chip: Chip) {
        if (harvest.isChallenged) return
        val challenge = harvest.challenge ?: call("reader.challenge", device)["challenge"] as String
        harvest.challenge = challenge
        // The service judges a chip that does not prove itself, so a refusal is not an error here.
        if (ChipFile.DG15 in harvest.files)
            try {
                harvest.signature = chip.internalAuthenticate(fromBase64(challenge))
            } catch (error: ChipError) {
                if (!error.isRefusal) throw error
                harvest.refusal = error.statusWord
            }
        harvest.isChallenged = true
    }

    /** Chip Authentication. The service keeps the private key, so this reader only passes on messages. */
    private fun answerProbe(chip: Chip) {
        val dg14 = harvest.files[ChipFile.DG14]
        // Whether DG14 holds id-PK or id-CA anywhere. The service parses DG14 and decides.
        val isOffered = dg14 != null && listOf("04007f00070202" + "01", "04007f00070202" + "03").any { dg14.contains(bytesOf(it)) }
        if (dg14 == null || !isOffered || harvest.isProbed) return
        requestedOf(dg14)?.let { request -> harvest.probeResponse = unlessRefused { chip.chipAuthentication(request) } }
        harvest.isProbed = true
    }

    /** The service refuses a DG14 that holds no Chip Authentication it supports. */
    private fun requestedOf(dg14: ByteArray): ChipAuthenticationRequest? {
        val answer = try {
            call("reader.chip_authentication", device + ("dg14" to toBase64(dg14)))
        } catch (error: ServiceError) {
            if (error.code == "invalid_value") return null
            throw error
        }
        return ChipAuthenticationRequest(
            answer["protocol"] as String,
            (answer["key_id"] as? Double)?.toInt(),
            fromBase64(answer["ephemeral_public_key"] as String),
            fromBase64(answer["probe_apdu"] as String)
        )
    }

    private fun fail(error: ReadingFailed): SessionEnd {
        val line = (error.message ?: "").filterNot { it.isISOControl() || it.isSurrogate() }.trim().take(255)
        val reason = device + mapOf("code" to error.code.wire, "message" to if (line == "") "The reading failed" else line)
        val sent = if (error.failCause == null) reason else reason + ("cause" to error.failCause)
        return SessionEnd(service.make("reader.fail", sent)["state"] as String, error.code.wire, error.failCause, error.message)
    }

    /** If the session has already ended in the meantime, returns that end. */
    private fun giveUp(end: () -> SessionEnd): SessionEnd =
        try {
            end()
        } catch (error: ServiceError) {
            if (error.code != "session_not_open") throw error
            endOf(service.make("reader.open", mapOf("token" to options.token)))
        }

    /** Ends the session for an error of the app's own code. Its message may contain personal data, so it stays on the device. */
    private fun <T> unlessFailed(code: FailCode, work: () -> T): T =
        try {
            work()
        } catch (error: Exception) {
            if (error is ReadingFailed || error is ReadingAborted) throw error
            throw ReadingFailed(code, "The reader failed", null, error)
        }
}

private fun endOf(answer: Map<String, Any?>): SessionEnd {
    val failure = answer["failure"] as? Map<*, *>
    return SessionEnd(answer["state"] as String, failure?.get("code") as? String, failure?.get("cause") as? String, failure?.get("message") as? String)
}

private fun failed(error: ChipError): ReadingFailed {
    val code = when (error.kind) {
        ChipErrorKind.CHIP_LOST -> FailCode.NFC_LOST
        ChipErrorKind.ACCESS_DENIED -> FailCode.ACCESS_DENIED
        ChipErrorKind.ACCESS_UNSUPPORTED, ChipErrorKind.NOT_A_DOCUMENT -> FailCode.UNSUPPORTED_DOCUMENT
        else -> FailCode.READ_ERROR
    }
    val isSilent = error.failCause == ChipCause.CHIP_SILENT
    return ReadingFailed(if (isSilent) FailCode.TIMEOUT else code, error.message ?: "The chip could not be read", error.failCause.wire, error)
}

/**
 * The files to read, in the order of `ChipFile`. The list in EF.SOD counts, because it is signed; the one in EF.COM is used only when
 * EF.SOD cannot be parsed here.
 */
internal fun filesToRead(sod: ByteArray, com: ByteArray?): List<ChipFile> {
    val listed = unlessMalformed { groupsOfSod(sod) } ?: com?.let { unlessMalformed { groupsOfCom(it) } } ?: setOf(1, 2)
    return ChipFile.values().filter { it.wire.startsWith("dg") && it.wire.drop(2).toInt() in listed }
}

/** EF.SOD is `77`, ContentInfo, SignedData, whose content is the LDSSecurityObject (RFC 5652, 5.1; Doc 9303-10, 4.6.2). */
private fun groupsOfSod(sod: ByteArray): Set<Int> {
    val info = child(tlvs(firstTlv(sod).content), 0x30)
    val signed = child(tlvs(child(tlvs(info.content), 0xa0).content), 0x30)
    val encapsulated = child(tlvs(signed.content), 0x30)
    val octets = tlvs(child(tlvs(encapsulated.content), 0xa0).content).first()
    // Some signers split an octet string into parts.
    val content = if (octets.tag == 0x24) tlvs(octets.content).fold(ByteArray(0)) { all, part -> all + part.content } else octets.content
    val hashes = tlvs(firstTlv(content).content).filter { it.tag == 0x30 }.getOrNull(1)
    val groups = tlvs(hashes?.content ?: ByteArray(0)).map { numberOf(child(tlvs(it.content), 0x02).content) }.toSet()
    if (groups.isEmpty()) throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "EF.SOD lists nothing.")
    return groups
}

private fun child(objects: List<Tlv>, tag: Int): Tlv =
    objects.find { it.tag == tag } ?: throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "An object of EF.SOD is missing.")

/** EF.COM names a group by the tag of its file. */
private fun groupsOfCom(com: ByteArray): Set<Int> {
    val tags = tlvs(firstTlv(com).content).contentOf(0x5c) ?: ByteArray(0)
    val groups = ChipFile.values().filter { it.wire.startsWith("dg") && tags.contains(byteArrayOf(it.tag.toByte())) }
    if (groups.isEmpty()) throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "EF.COM lists nothing.")
    return groups.map { it.wire.drop(2).toInt() }.toSet()
}

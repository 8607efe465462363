package example.sigill.reader

import java.math.BigInteger

/** A command APDU (ISO/IEC 7816-4, 5.1). `le` is the greatest number of bytes in the response; without it, none are expected. */
internal class Command(
    val ins: Int,
    val p1: Int = 0,
    val p2: Int = 0,
    val data: ByteArray = ByteArray(0),
    val le: Int? = null,
    val cla: Int = 0
) {
    val fitsShort: Boolean get() = data.size <= 255 && (le ?: 0) <= 256

    fun with(cla: Int = this.cla, data: ByteArray = this.data, le: Int? = this.le) = Command(ins, p1, p2, data, le, cla)

    fun encode(extended: Boolean = !fitsShort): ByteArray {
        val header = byteArrayOf(cla.toByte(), ins.toByte(), p1.toByte(), p2.toByte())
        val twoBytes = { number: Int -> byteArrayOf((number shr 8).toByte(), number.toByte()) }
        val hasData = data.isNotEmpty()
        val lc = if (!hasData) data else if (extended) byteArrayOf(0) + twoBytes(data.size) else byteArrayOf(data.size.toByte())
        val end = when {
            le == null -> ByteArray(0)
            !extended -> byteArrayOf(le.toByte())
            else -> (if (hasData) ByteArray(0) else byteArrayOf(0)) + twoBytes(le)
        }
        return concat(header, lc, data, end)
    }
}

internal class Response(val data: ByteArray, val status: Int)

internal const val OK = 0x9000
private const val WRONG_LENGTH = 0x6700
internal const val NOT_FOUND = 0x6a82

/** 6Cxx: SW2 is the correct length. */
private const val OTHER_LENGTH = 0x6c
internal const val EVERYTHING = 65_536

internal fun isLengthWrong(status: Int) = status == WRONG_LENGTH || status shr 8 == OTHER_LENGTH

/** Chips use different statuses to say that too much was requested. */
internal fun isAboutLength(status: Int) = isLengthWrong(status) || status == 0x6b00 || status == 0x6a86

internal fun lengthInstead(status: Int): Int? = if (status shr 8 == OTHER_LENGTH && status and 0xff > 0) status and 0xff else null

internal fun decodeResponse(bytes: ByteArray): Response {
    if (bytes.size < 2 || bytes.size > EVERYTHING + 2)
        throw ChipError(ChipCause.RESPONSE_MALFORMED, "A response has 2 to 65538 bytes; the chip sent ${bytes.size}.")
    val end = bytes.size - 2
    return Response(bytes.copyOf(end), numberOf(bytes.copyOfRange(end, bytes.size)))
}

/** The greatest lengths of commands and responses, in bytes. */
internal data class Buffers(val commandBytes: Int, val responseBytes: Int) {
    val isExtended: Boolean get() = commandBytes > SHORT.commandBytes && responseBytes > SHORT.responseBytes

    fun commandRoom(block: Int?) = room(if (isExtended) commandBytes - 9 else 255, block)

    fun responseRoom(block: Int?) = room(if (isExtended) responseBytes - 2 else 256, block)

    /** How many bytes of data fit. Secure messaging adds tag, length and padding indicator, the expected length or status, and a checksum. */
    private fun room(bytes: Int, block: Int?) = if (block == null) bytes else (bytes - 22) / block * block - 1

    companion object {
        /** What every chip supports. */
        val SHORT = Buffers(261, 258)
    }
}

/** Sends commands to the chip: plain at first, and secured once both sides have keys. */
internal class Channel(private val transmit: Transmit) {
    private var messaging: SecureMessaging? = null
    private var isGivenAway = false
    var buffers = Buffers.SHORT

    fun secure(messaging: SecureMessaging?) {
        this.messaging = messaging
    }

    private val block: Int? get() = messaging?.keys?.cipher?.block
    val all: Int get() = if (buffers.isExtended) EVERYTHING else 256

    fun readable(buffers: Buffers = this.buffers) = buffers.responseRoom(block)

    /** If a chip announces extended lengths and then refuses them before secure messaging, short ones are used from then on. */
    fun send(command: Command): Response {
        val response = sendInParts(command)
        if (!isLengthWrong(response.status) || messaging != null || !buffers.isExtended || command.fitsShort) return response
        buffers = Buffers.SHORT
        return sendInParts(command.with(le = command.le?.let { minOf(it, all) }))
    }

    private fun sendInParts(command: Command): Response {
        val room = buffers.commandRoom(block)
        var at = 0
        while (command.data.size - at > room) {
            val part = command.data.copyOfRange(at, at + room)
            val response = sendOne(command.with(cla = command.cla or 0x10, data = part, le = null))
            if (response.status != OK) return response
            at += room
        }
        return sendOne(if (at == 0) command else command.with(data = command.data.copyOfRange(at, command.data.size)))
    }

    private fun sendOne(command: Command): Response {
        if (isGivenAway)
            throw ChipError(ChipCause.SECURE_MESSAGING_ENDED, "After Chip Authentication, the chip accepts only the keys of the service.")
        val secured = messaging ?: return decodeResponse(exchange(command.encode()))
        val isLong = buffers.isExtended && (command.le ?: 0) > readable(Buffers.SHORT)
        return secured.open(exchange(secured.wrap(command, isLong)))
    }

    /** Sends a command secured with keys of the service. The channel cannot send anything afterwards. */
    fun sendForeign(command: ByteArray): ByteArray {
        isGivenAway = true
        return exchange(command)
    }

    /** The complete response: fetches the remaining parts (61xx), and reports unknown errors of the transport as a lost chip. */
    private fun exchange(command: ByteArray): ByteArray {
        var response = decodeResponse(once(command))
        var data = response.data
        var parts = 0
        while (response.status shr 8 == 0x61) {
            response = decodeResponse(once(getResponse(response.status and 0xff)))
            if (response.status shr 8 == OTHER_LENGTH) response = decodeResponse(once(getResponse(response.status and 0xff)))
            data += response.data
            if (++parts > 16 + data.size / 16 || data.size > EVERYTHING)
                throw ChipError(ChipCause.RESPONSE_ENDLESS, "The chip keeps announcing more data and never finishes.")
        }
        return data + byteArrayOf((response.status shr 8).toByte(), response.status.toByte())
    }

    private fun getResponse(length: Int) = Command(0xc0, le = if (length == 0) 256 else length).encode()

    private fun once(command: ByteArray): ByteArray =
        try {
            transmit(command)
        } catch (error: ChipError) {
            throw error
        } catch (error: ReadingAborted) {
            throw error
        } catch (error: Exception) {
            throw ChipError(ChipCause.CHIP_LOST, "The chip stopped responding.", null, error)
        }
}

/** Secure messaging (Doc 9303-11, 9.8). The counter is zero after PACE, and derived from the nonces after BAC. */
internal class SecureMessaging(val keys: SessionKeys, private var counter: BigInteger = BigInteger.ZERO) {
    private val cipher = keys.cipher

    fun wrap(command: Command, isLong: Boolean): ByteArray {
        counter += BigInteger.ONE
        val le = command.le
        val length = when {
            le == null -> ByteArray(0)
            le > 256 || isLong && le == 256 -> tlv(0x97, byteArrayOf((le shr 8).toByte(), le.toByte()))
            else -> tlv(0x97, byteArrayOf(le.toByte()))
        }
        val objects = (if (command.data.isEmpty()) command.data else cryptogram(command)) + length
        val cla = command.cla or 0x0c
        val header = padded(byteArrayOf(cla.toByte(), command.ins.toByte(), command.p1.toByte(), command.p2.toByte()), cipher.block)
        val secured = objects + tlv(0x8e, checksum(header, objects))
        val long = isLong || secured.size > 255 || (le ?: 0) > 256
        return command.with(cla = cla, data = secured, le = if (long) EVERYTHING else 256).encode(long)
    }

    fun open(bytes: ByteArray): Response {
        val response = decodeResponse(bytes)
        counter += BigInteger.ONE
        if (response.data.isEmpty())
            throw ChipError(ChipCause.SECURE_MESSAGING_ENDED, "The chip responded without secure messaging.", response.status)
        val all = unlessMalformed { tlvs(response.data) } ?: throw failed("The message is not a list of data objects.")
        if (all.last().tag != 0x8e) throw failed("The message has no checksum.")
        val objects = all.dropLast(1)
        val signed = objects.fold(ByteArray(0)) { bytesBefore, next -> bytesBefore + next.raw }
        if (!areEqual(checksum(ByteArray(0), signed), all.last().content))
            throw ChipError(ChipCause.CHECKSUM_WRONG, "The checksum of the message is wrong.")
        val status = objects.contentOf(0x99)
        if (status != null && status.size != 2) throw failed("The secured status is not valid.")
        // Some chips omit the secured status when there is data. The outer status is used then, although it is not
        // protected.
        return Response(plainOf(objects), status?.let(::numberOf) ?: response.status)
    }

    private fun cryptogram(command: Command): ByteArray {
        val blocks = cipher.encrypt(keys.enc, initialVector(), padded(command.data, cipher.block))
        return if (command.ins % 2 == 1) tlv(0x85, blocks) else tlv(0x87, byteArrayOf(1), blocks)
    }

    private fun plainOf(objects: List<Tlv>): ByteArray {
        val cryptogram = objects.find { it.tag == 0x87 || it.tag == 0x85 } ?: return ByteArray(0)
        val isMarked = cryptogram.tag == 0x87
        if (isMarked && cryptogram.content.firstOrNull() != 1.toByte()) throw failed("The encrypted data has an unknown padding.")
        val blocks = cryptogram.content.copyOfRange(if (isMarked) 1 else 0, cryptogram.content.size)
        if (blocks.isEmpty() || blocks.size % cipher.block != 0) throw failed("The encrypted data is not made of whole blocks.")
        return unpadded(cipher.decrypt(keys.enc, initialVector(), blocks)) ?: throw failed("The decrypted data has no padding.")
    }

    private fun checksum(header: ByteArray, objects: ByteArray): ByteArray {
        val message = concat(counterBlock(), header, objects)
        // A command that is only a header is padded once (ISO/IEC 7816-4, 10.2.3.1).
        val isHeaderOnly = header.isNotEmpty() && objects.isEmpty()
        return cipher.checksum(keys.mac, if (isHeaderOnly) message else padded(message, cipher.block))
    }

    private fun counterBlock() = fixed(counter, cipher.block)

    /** Zeros with triple DES, the encrypted counter with AES (Doc 9303-11, 9.8.6.1 and 9.8.7.1). */
    private fun initialVector(): ByteArray {
        val zeros = ByteArray(cipher.block)
        return if (cipher == SessionCipher.TRIPLE_DES) zeros else cipher.encrypt(keys.enc, zeros, counterBlock())
    }

    private fun failed(message: String) = ChipError(ChipCause.SECURED_RESPONSE_MALFORMED, message)
}

/** The last bytes of a number, with zeros in front. */
internal fun fixed(number: BigInteger, length: Int): ByteArray {
    val bytes = number.toByteArray()
    return if (bytes.size >= length) bytes.copyOfRange(bytes.size - length, bytes.size) else ByteArray(length - bytes.size) + bytes
}

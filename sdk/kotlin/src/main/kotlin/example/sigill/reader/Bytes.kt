package example.sigill.reader

/** Sends a command APDU to the chip and returns its response with the status word. Throws when the chip no longer responds. */
typealias Transmit = (ByteArray) -> ByteArray

/** Random bytes of the given length. */
typealias Random = (Int) -> ByteArray

val secureRandom: Random = { length -> ByteArray(length).also { java.security.SecureRandom().nextBytes(it) } }

internal fun bytesOf(hex: String) = ByteArray(hex.length / 2) { hex.substring(2 * it, 2 * it + 2).toInt(16).toByte() }

internal fun hexOf(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }

/** From 0 to 255. */
internal val Byte.value: Int get() = toInt() and 0xff

internal fun concat(vararg parts: ByteArray): ByteArray = parts.fold(ByteArray(0)) { all, part -> all + part }

internal fun bigEndian(number: Int): ByteArray {
    var bytes = byteArrayOf(number.toByte())
    var rest = number ushr 8
    while (rest > 0) {
        bytes = byteArrayOf(rest.toByte()) + bytes
        rest = rest ushr 8
    }
    return bytes
}

internal fun numberOf(bytes: ByteArray): Int = bytes.fold(0) { number, byte -> number * 256 + byte.value }

internal fun ByteArray.contains(part: ByteArray): Boolean =
    (0..size - part.size).any { at -> part.indices.all { this[at + it] == part[it] } }

/** A data object: tag, length, content (ISO/IEC 7816-4, 5.2.2). `raw` includes tag and length. */
internal class Tlv(val tag: Int, val content: ByteArray, val raw: ByteArray)

internal class TlvHeader(val tag: Int, val headerBytes: Int, val contentBytes: Int)

internal fun tlv(tag: Int, vararg parts: ByteArray): ByteArray {
    val content = concat(*parts)
    val length = bigEndian(content.size)
    val prefix = if (content.size < 0x80) ByteArray(0) else byteArrayOf((0x80 or length.size).toByte())
    return concat(bigEndian(tag), prefix, length, content)
}

/** Tag and length at the start of these bytes; the content may be missing. */
internal fun tlvHeader(bytes: ByteArray): TlvHeader {
    var at = 0
    fun next(): Int {
        if (at == bytes.size) throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "A data object ends within its tag or length.")
        return bytes[at++].value
    }
    var tag = next()
    if (tag and 0x1f == 0x1f) {
        do {
            val byte = next()
            tag = tag * 256 + byte
            if (at > 3) throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "The tag of a data object is too long.")
        } while (byte and 0x80 != 0)
    }
    var length = next()
    if (length >= 0x80) {
        val count = length and 0x7f
        if (count == 0 || count > 3)
            throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "A data object has an indefinite length, or one that is too long.")
        length = 0
        repeat(count) { length = length * 256 + next() }
    }
    return TlvHeader(tag, at, length)
}

internal fun firstTlv(bytes: ByteArray): Tlv {
    val header = tlvHeader(bytes)
    val end = header.headerBytes + header.contentBytes
    if (end > bytes.size)
        throw ChipError(ChipCause.DATA_OBJECT_MALFORMED, "A data object is longer than the data that contains it.")
    return Tlv(header.tag, bytes.copyOfRange(header.headerBytes, end), bytes.copyOf(end))
}

internal fun tlvs(bytes: ByteArray): List<Tlv> {
    val objects = mutableListOf<Tlv>()
    var rest = bytes
    while (rest.isNotEmpty()) {
        val first = firstTlv(rest)
        objects.add(first)
        rest = rest.copyOfRange(first.raw.size, rest.size)
    }
    return objects
}

/** The objects up to the first invalid one: some files are longer than their content. */
internal fun readableTlvs(bytes: ByteArray): List<Tlv> {
    val objects = mutableListOf<Tlv>()
    var rest = bytes
    while (true) {
        val first = unlessMalformed { firstTlv(rest) } ?: return objects
        objects.add(first)
        rest = rest.copyOfRange(first.raw.size, rest.size)
    }
}

internal fun List<Tlv>.contentOf(tag: Int): ByteArray? = find { it.tag == tag }?.content

internal fun <T> unlessMalformed(read: () -> T): T? =
    try {
        read()
    } catch (error: ChipError) {
        null
    }

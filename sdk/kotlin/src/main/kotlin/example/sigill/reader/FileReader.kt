package example.sigill.reader

/** The files of the application that the service accepts (Doc 9303-10, 4.7). `wire` is the name in the contract. */
enum class ChipFile(val wire: String, internal val fileId: Int, internal val tag: Int, internal val longest: Int = 64 * 1024) {
    COM("com", 0x011e, 0x60),
    SOD("sod", 0x011d, 0x77),
    DG1("dg1", 0x0101, 0x61),
    DG14("dg14", 0x010e, 0x6e),
    DG15("dg15", 0x010f, 0x6f),
    DG11("dg11", 0x010b, 0x6b),
    DG12("dg12", 0x010c, 0x6c),
    DG7("dg7", 0x0107, 0x67),
    DG2("dg2", 0x0102, 0x75, 256 * 1024);

    internal val file get() = ElementaryFile(wire, fileId, fileId and 0x1f, tag, longest)
}

internal class ElementaryFile(val name: String, val fileId: Int, val shortId: Int, val tag: Int, val longest: Int)

internal val CARD_ACCESS = ElementaryFile("EF.CardAccess", 0x011c, 0x1c, 0x31, 4096)
private val ATR_INFO = ElementaryFile("EF.ATR/INFO", 0x2f01, 0x01, 0, 256)

private fun selectFile(channel: Channel, file: ElementaryFile) = channel.send(Command(0xa4, 0x02, 0x0c, fixedId(file)))

private fun fixedId(file: ElementaryFile) = byteArrayOf((file.fileId shr 8).toByte(), file.fileId.toByte())

private fun readOf(channel: Channel, file: ElementaryFile, le: Int) = channel.send(Command(0xb0, 0x80 or file.shortId, 0, le = le))

/** P1 and P2 hold only 15 bits, so offsets from here on need READ BINARY with an odd INS. */
private const val FAR = 0x8000

/** READ BINARY of the current file (ISO/IEC 7816-4, 11.3.3). */
private fun readAt(channel: Channel, offset: Int, le: Int): Response {
    if (offset < FAR) return channel.send(Command(0xb0, offset shr 8, offset and 0xff, le = le))
    val around = if (le < 0x80) 2 else if (le < 0x100) 3 else 4
    val response = channel.send(Command(0xb1, data = tlv(0x54, bigEndian(offset)), le = le + around))
    if (response.data.isEmpty()) return response
    // Chips differ in whether the requested length includes the tag and length that they add, so surplus bytes are
    // dropped.
    val content = firstTlv(response.data).content
    return Response(content.copyOf(minOf(le, content.size)), response.status)
}

/** The greatest lengths in EF.ATR/INFO. Without a valid file, short lengths apply. */
internal fun readBuffers(channel: Channel): Buffers {
    var data = readOf(channel, ATR_INFO, 256).data
    // Some chips select other files by a short identifier, but not this one.
    if (data.isEmpty() && selectFile(channel, ATR_INFO).status == OK) data = readAt(channel, 0, 256).data
    val lengths = readableTlvs(data).contentOf(0x7f66) ?: return Buffers.SHORT
    val numbers = readableTlvs(lengths).filter { it.tag == 0x02 && it.content.size <= 3 }.map { minOf(numberOf(it.content), EVERYTHING) }
    if (numbers.size < 2) return Buffers.SHORT
    return Buffers(maxOf(numbers[0], Buffers.SHORT.commandBytes), maxOf(numbers[1], Buffers.SHORT.responseBytes))
}

/**
 * Some chips refuse a length or a missing file with a plain response, and forget their keys. This gains access again,
 * and then treats the refusal like any other.
 */
internal class Reopening(private val reopen: (() -> Unit)?) {
    private var times = 0

    fun attempt(send: () -> Response): Response =
        try {
            send()
        } catch (error: ChipError) {
            val status = error.statusWord
            val isPlainRefusal = error.kind == ChipErrorKind.SECURE_MESSAGING_FAILED && status != null &&
                (isAboutLength(status) || status == NOT_FOUND)
            if (reopen == null || status == null || !isPlainRefusal || ++times > 3) throw error
            reopen.invoke()
            Response(ByteArray(0), status)
        }
}

/** Reads files in as few commands as the chip allows, and remembers what it does not support. */
internal class FileReader(private val channel: Channel, private val reopening: Reopening = Reopening(null)) {
    /** Null until it is known whether short identifiers work. */
    private var shortIdsWork: Boolean? = null
    private var readsBeyondEnd = true
    private var most = 2048

    fun read(file: ElementaryFile, resumeFrom: ByteArray? = null, progress: (Int, Int, ByteArray) -> Unit = { _, _, _ -> }): ByteArray {
        val content = FileContent(file, resumeFrom)
        var isCurrent = false
        var limit = Int.MAX_VALUE
        while (!content.isComplete) {
            val le = minOf(limit, wanted(content))
            val response = reopening.attempt { readPiece(file, content.read, le, isCurrent) }
            if (isRead(response.status) && response.data.isNotEmpty()) {
                if (response.data.size > le)
                    throw ChipError(ChipCause.RESPONSE_MALFORMED, "${file.name}: the chip sent more than was requested.")
                isCurrent = true
                content.append(response.data)
                content.total?.let { progress(content.read, it, content.bytes) }
                continue
            }
            isCurrent = false
            val instead = lengthInstead(response.status)
            if (instead != null && instead < le) limit = instead
            else if (!adapts(response.status, le, content)) throw unreadable(file, response.status, content.read > 0)
        }
        return content.bytes
    }

    private fun wanted(content: FileContent): Int {
        val room = minOf(most, channel.readable() - if (content.read < FAR) 0 else 4)
        val total = content.total ?: return if (readsBeyondEnd) room else maxOf(6 - content.read, 1)
        return minOf(room, total - content.read)
    }

    /** Whether another form of the command is left to try after a refusal. Adaptations only go one way, so this terminates. */
    private fun adapts(status: Int, le: Int, content: FileContent): Boolean {
        if (!isAboutLength(status)) return false
        if (channel.buffers.isExtended && le > channel.readable(Buffers.SHORT)) {
            channel.buffers = Buffers.SHORT
            return true
        }
        if (content.total == null) return readsBeyondEnd.also { readsBeyondEnd = false }
        if (!isLengthWrong(status) || le < 16) return false
        most = le / 2
        return true
    }

    private fun readPiece(file: ElementaryFile, offset: Int, le: Int, isCurrent: Boolean): Response {
        if (isCurrent) return readAt(channel, offset, le)
        if (offset == 0 && shortIdsWork != false) {
            val response = readOf(channel, file, le)
            if (isRead(response.status)) shortIdsWork = true
            if (shortIdsWork == true || isLengthWrong(response.status)) return response
        }
        val selected = selectFile(channel, file)
        if (selected.status != OK) return selected
        val response = readAt(channel, offset, le)
        if (offset == 0 && isRead(response.status)) shortIdsWork = false
        return response
    }

    private fun isRead(status: Int) = status == OK || status == 0x6282

    private fun unreadable(file: ElementaryFile, status: Int, hasBegun: Boolean): ChipError {
        val cause = when {
            status == NOT_FOUND -> ChipCause.FILE_NOT_FOUND
            status == 0x6982 -> ChipCause.SECURITY_STATUS_NOT_SATISFIED
            hasBegun && (isRead(status) || isAboutLength(status)) -> ChipCause.FILE_INCOMPLETE
            status shr 8 in setOf(0x64, 0x65, 0x66, 0x6f) -> ChipCause.CHIP_FAILURE
            else -> ChipCause.FILE_REFUSED
        }
        return ChipError(cause, "${file.name} could not be read to its end.", status)
    }
}

/** The content of a file while it is being read. `resumed` is its start from an interrupted reading; invalid bytes are ignored. */
private class FileContent(private val file: ElementaryFile, resumed: ByteArray?) {
    var bytes = ByteArray(0)
        private set
    private var pieces = 0

    /** Known once tag and length have been read. */
    var total: Int? = null
        private set
    val read: Int get() = bytes.size
    val isComplete: Boolean get() = total?.let { read >= it } ?: false

    init {
        if (resumed != null) unlessMalformed { append(resumed) }
        if (total == null) bytes = ByteArray(0)
    }

    /** Bytes after the end of the file are dropped. */
    fun append(piece: ByteArray) {
        bytes += piece
        val length = total ?: lengthOf(bytes)
        if (length == null) {
            if (++pieces > 6) throw ChipError(ChipCause.FILE_MALFORMED, "${file.name} has no header.")
            return
        }
        total = length
        if (bytes.size > length) bytes = bytes.copyOf(length)
        if (++pieces > 64 + length / 32) throw ChipError(ChipCause.FILE_INCOMPLETE, "${file.name} arrives in pieces that are too small.")
    }

    private fun lengthOf(start: ByteArray): Int? {
        val header = unlessMalformed { tlvHeader(start) }
        if (header == null) {
            if (start.size < 6) return null
            throw ChipError(ChipCause.FILE_MALFORMED, "${file.name} has no header.")
        }
        if (header.tag != file.tag) throw ChipError(ChipCause.FILE_MALFORMED, "${file.name} begins with the wrong tag.")
        val length = header.headerBytes + header.contentBytes
        if (length > file.longest) throw ChipError(ChipCause.FILE_TOO_LONG, "${file.name} is longer than the allowed ${file.longest} bytes.")
        return length
    }
}

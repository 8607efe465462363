package example.sigill.reader.android

import android.nfc.Tag
import android.nfc.tech.IsoDep
import example.sigill.reader.FailCode
import example.sigill.reader.ReadingFailed
import example.sigill.reader.Transmit

/**
 * The transport to a tag from `NfcAdapter.enableReaderMode`. The timeout is long because some chips take seconds to
 * sign. Close the connection with `IsoDep.close`.
 */
fun transmitOver(tag: Tag, timeoutMs: Int = 20_000): Transmit {
    val isoDep = IsoDep.get(tag) ?: throw ReadingFailed(FailCode.UNSUPPORTED_DOCUMENT, "The tag is no chip of a document")
    isoDep.connect()
    isoDep.timeout = timeoutMs
    return { command -> isoDep.transceive(command) }
}

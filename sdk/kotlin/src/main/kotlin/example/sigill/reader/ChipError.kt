package example.sigill.reader

/** What a caller can do about an error of the chip; `ChipCause` says exactly what happened. */
enum class ChipErrorKind {
    /** Reading can continue after a new contact. */
    CHIP_LOST,
    ACCESS_DENIED,
    ACCESS_UNSUPPORTED,
    NOT_A_DOCUMENT,
    SECURE_MESSAGING_FAILED,
    FILE_UNREADABLE,
    MALFORMED,
    ABORTED
}

/** The chip could not be read. `statusWord` is SW1 and SW2 when a status caused the error. */
class ChipError(val failCause: ChipCause, message: String, val statusWord: Int? = null, cause: Throwable? = null) :
    Exception(message, cause) {
    val kind: ChipErrorKind get() = failCause.kind

    /** The chip responded, but not with what was requested. */
    internal val isRefusal: Boolean
        get() = kind == ChipErrorKind.FILE_UNREADABLE || kind == ChipErrorKind.MALFORMED
}

/** Null when the chip does not respond with what was requested. */
internal fun <T> unlessRefused(work: () -> T): T? =
    try {
        work()
    } catch (error: ChipError) {
        if (!error.isRefusal) throw error
        null
    }

/**
 * Thrown by the app's callbacks to end the session with this code, for example on a phone without NFC. The message
 * must not contain personal data.
 */
class ReadingFailed(val code: FailCode, message: String, val failCause: String? = null, cause: Throwable? = null) :
    Exception(message, cause)

/** The person gave up. */
class ReadingAborted(message: String = "The reading was cancelled") : Exception(message)

/** The service refused a call, or there was no valid response: then `status` is 0. */
class ServiceError(
    val operation: String,
    val status: Int,
    val code: String,
    message: String,
    val requestId: String? = null,
    cause: Throwable? = null
) : Exception(message, cause)

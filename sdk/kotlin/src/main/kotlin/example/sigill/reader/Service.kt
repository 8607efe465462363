package example.sigill.reader

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL

/** Makes one call of the service and returns its response. Throws ServiceError. */
typealias Call = (operation: String, params: Map<String, Any?>, headers: Map<String, String>) -> Map<String, Any?>

/** Calls the service at this address, such as `https://sigill.example`. */
fun callOverHttp(base: String, timeoutMs: Int = 30_000): Call = { operation, params, headers ->
    try {
        val connection = URL("${base.trimEnd('/')}/api/v1/$operation").openConnection() as HttpURLConnection
        try {
            connection.requestMethod = "POST"
            connection.connectTimeout = timeoutMs
            connection.readTimeout = timeoutMs
            connection.doOutput = true
            connection.instanceFollowRedirects = false
            connection.setRequestProperty("Content-Type", "application/json")
            for ((name, value) in headers) connection.setRequestProperty(name, value)
            connection.outputStream.use { it.write(toJson(params).toByteArray()) }
            answerOf(operation, connection)
        } finally {
            connection.disconnect()
        }
    } catch (error: IOException) {
        throw ServiceError(operation, 0, "service_unreachable", "$operation got no response", null, error)
    }
}

private fun answerOf(operation: String, connection: HttpURLConnection): Map<String, Any?> {
    val status = connection.responseCode
    val stream = if (status < 400) connection.inputStream else connection.errorStream
    val text = stream?.use { String(it.readBytes(), Charsets.UTF_8) } ?: ""
    val answer = try {
        parseJson(text) as? Map<*, *>
    } catch (error: IllegalArgumentException) {
        null
    }
    val fields = answer?.entries?.associate { it.key as String to it.value }
    if (status in 200..299 && fields != null) return fields
    // A proxy may respond with something other than JSON, which is not a decision of the service.
    val code = fields?.get("code") as? String ?: throw ServiceError(operation, 0, "invalid_answer", "$operation returned status $status")
    throw ServiceError(operation, status, code, fields["error"] as? String ?: code, fields["request_id"] as? String)
}

private val PAUSES_MS = listOf(500L, 1_000L, 2_000L, 4_000L)

/** Whether the service has decided, so that a retry changes nothing. */
private fun isDecided(error: ServiceError) =
    error.status != 0 && error.status < 500 && error.status != 429 && error.code != "idempotency_in_progress"

/**
 * Repeats a call while the service is unreachable or busy. All attempts of a call have the same idempotency key
 * (`reader.open` needs none), so a call whose response was lost does not take effect twice.
 */
internal class RetriedCalls(private val call: Call, private val keyOf: (String) -> String, private val wait: (Long) -> Unit) {
    fun make(operation: String, params: Map<String, Any?>, headers: Map<String, String> = mapOf()): Map<String, Any?> {
        val sent = if (operation == "reader.open") headers else headers + ("Idempotency-Key" to keyOf(operation))
        for (pause in PAUSES_MS)
            try {
                return call(operation, params, sent)
            } catch (error: ServiceError) {
                if (isDecided(error)) throw error
                wait(pause)
            }
        return call(operation, params, sent)
    }
}

private const val LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** RFC 4648, 4. Written here because Android has java.util.Base64 only from API level 26. */
internal fun toBase64(bytes: ByteArray): String {
    val text = StringBuilder((bytes.size + 2) / 3 * 4)
    for (at in bytes.indices step 3) {
        val left = minOf(3, bytes.size - at)
        val three = (0..2).fold(0) { sum, index -> sum * 256 + if (index < left) bytes[at + index].value else 0 }
        for (place in 0..3) text.append(if (place > left) '=' else LETTERS[three shr (18 - 6 * place) and 0x3f])
    }
    return text.toString()
}

internal fun fromBase64(text: String): ByteArray {
    val bytes = java.io.ByteArrayOutputStream()
    var (bits, number) = Pair(0, 0)
    for (letter in text.trimEnd('=')) {
        val value = LETTERS.indexOf(letter)
        if (value < 0) throw IllegalArgumentException("This is no base64.")
        number = (number shl 6 or value) and 0xffff
        bits += 6
        if (bits >= 8) {
            bits -= 8
            bytes.write(number shr bits)
        }
    }
    return bytes.toByteArray()
}

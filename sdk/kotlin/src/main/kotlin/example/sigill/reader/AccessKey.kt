package example.sigill.reader

/** The key that opens the chip: printed on the document, so that only its holder can read the chip (Doc 9303-11, 4). */
sealed class AccessKey {
    /** The machine readable zone, with or without line breaks. */
    data class Mrz(val mrz: String) : AccessKey()

    /** The fields of the machine readable zone that the key is derived from. Dates as YYMMDD. */
    data class Fields(val documentNumber: String, val dateOfBirth: String, val dateOfExpiry: String) : AccessKey()

    /** The card access number, six digits on the front of an identity card. Works only with chips that support PACE. */
    data class Can(val can: String) : AccessKey()
}

/** For a form: the name of the field that makes an access key invalid, or null if there is none. Needs no chip (Doc 9303-3, 4.9). */
fun wrongFieldOf(key: AccessKey): String? =
    try {
        Password(key)
        null
    } catch (error: InvalidField) {
        error.field
    } catch (error: ChipError) {
        (error.cause as? InvalidField)?.field
    }

private class InvalidField(val field: String, message: String) : Exception(message)

internal class Password(key: AccessKey) {
    val isCan = key is AccessKey.Can

    /** The hash of the MRZ information, or the digits of the card access number (Doc 9303-11, 9.7.3). */
    val secret: ByteArray = secretOf(key)
    val reference: Int get() = if (isCan) 2 else 1
}

private fun secretOf(key: AccessKey): ByteArray =
    try {
        when (key) {
            is AccessKey.Can -> digitsOf(key.can).toByteArray()
            is AccessKey.Fields -> digest("SHA-1", mrzInformation(key).toByteArray())
            is AccessKey.Mrz -> digest("SHA-1", mrzInformation(fieldsOf(key.mrz)).toByteArray())
        }
    } catch (error: InvalidField) {
        throw ChipError(ChipCause.ACCESS_KEY_INVALID, error.message!!, null, error)
    }

private fun digitsOf(can: String): String {
    val digits = can.filterNot { it.isWhitespace() }
    if (!Regex("[0-9]{6}").matches(digits)) throw InvalidField("can", "The card access number has six digits.")
    return digits
}

/** The check digit of a field (Doc 9303-3, 4.9). */
fun checkDigit(field: String): Char {
    val values = field.map { if (it == '<') 0 else if (it in '0'..'9') it - '0' else it - 'A' + 10 }
    val weights = intArrayOf(7, 3, 1)
    return '0' + values.foldIndexed(0) { at, sum, value -> sum + value * weights[at % 3] } % 10
}

/** Positions of the fields in TD3, TD2 and TD1, by the length of the zone (Doc 9303-4, -6 and -5). */
private class Places(val number: Int, val birth: Int, val expiry: Int, val optional: IntRange?)

private val PLACES = mapOf(
    88 to Places(44, 57, 65, null),
    72 to Places(36, 49, 57, 64..70),
    90 to Places(5, 30, 38, 15..29)
)

private fun fieldsOf(mrz: String): AccessKey.Fields {
    val text = upperCase(mrz)
    val places = PLACES[text.length]
    if (places == null || !Regex("[A-Z0-9<]*").matches(text))
        throw InvalidField("mrz", "A machine readable zone has 2 lines of 44 or 36 characters, or 3 of 30: letters, digits and <.")
    val (number, digit) = documentNumber(text.substring(places.number, places.number + 10), places.optional?.let { text.substring(it) } ?: "")
    val birth = text.substring(places.birth, places.birth + 6)
    val expiry = text.substring(places.expiry, places.expiry + 6)
    assertDigit("document_number", number, digit)
    assertDigit("date_of_birth", birth, text[places.birth + 6])
    assertDigit("date_of_expiry", expiry, text[places.expiry + 6])
    return AccessKey.Fields(number, birth, expiry)
}

/** A long document number continues in the optional data. */
private fun documentNumber(field: String, optional: String): Pair<String, Char> {
    val rest = optional.substringBefore('<')
    if (field[9] != '<' || rest.length < 2) return Pair(field.substring(0, 9), field[9])
    return Pair(field.substring(0, 9) + rest.dropLast(1), rest.last())
}

private fun assertDigit(field: String, value: String, digit: Char) {
    if (checkDigit(value) != digit) throw InvalidField(field, "A field of the machine readable zone does not match its check digit.")
}

/** The MRZ information, from which keys are derived (Doc 9303-11, 9.7.2). */
private fun mrzInformation(fields: AccessKey.Fields): String {
    val number = upperCase(fields.documentNumber).padEnd(9, '<')
    assertForm("document_number", number, "[A-Z0-9][A-Z0-9<]{8,21}")
    assertForm("date_of_birth", fields.dateOfBirth, "[0-9<]{6}")
    // A document without an expiry date has fillers, and its key is derived from them.
    assertForm("date_of_expiry", fields.dateOfExpiry, "[0-9]{6}|<{6}")
    return listOf(number, fields.dateOfBirth, fields.dateOfExpiry).joinToString("") { it + checkDigit(it) }
}

private fun assertForm(field: String, value: String, form: String) {
    if (!Regex(form).matches(value)) throw InvalidField(field, "The field $field is not in the form of a machine readable zone.")
}

/** In upper case, without spaces. Written here because the name of Kotlin's own function differs between versions. */
private fun upperCase(text: String) =
    text.filterNot { it.isWhitespace() }.map { if (it in 'a'..'z') 'A' + (it - 'a') else it }.joinToString("")

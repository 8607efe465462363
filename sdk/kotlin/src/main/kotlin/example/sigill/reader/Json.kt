package example.sigill.reader

/** JSON as the service sends and accepts it (RFC 8259). Written here because Android and the JVM share no parser. */
internal fun toJson(value: Any?): String = when (value) {
    null -> "null"
    is String -> quoted(value)
    is Map<*, *> -> value.entries.joinToString(",", "{", "}") { quoted(it.key as String) + ":" + toJson(it.value) }
    is List<*> -> value.joinToString(",", "[", "]", transform = ::toJson)
    else -> value.toString()
}

private fun quoted(text: String): String = text.fold(StringBuilder("\"")) { all, letter ->
    when {
        letter == '"' || letter == '\\' -> all.append('\\').append(letter)
        letter < ' ' || letter.isSurrogate() -> all.append("\\u%04x".format(letter - '\u0000'))
        else -> all.append(letter)
    }
}.append('"').toString()

/** Maps, lists, strings, doubles, booleans and null. Throws IllegalArgumentException. */
internal fun parseJson(text: String): Any? = JsonText(text).whole()

private class JsonText(private val text: String) {
    private var at = 0

    fun whole(): Any? = value(0).also { if (next() != null) throw wrong() }

    private fun wrong() = IllegalArgumentException("This is no JSON, at character $at.")

    private fun next(): Char? {
        while (at < text.length && text[at] in " \t\r\n") at++
        return text.getOrNull(at)
    }

    private fun take(letter: Char): Boolean = (next() == letter).also { if (it) at++ }

    private fun need(letter: Char) {
        if (!take(letter)) throw wrong()
    }

    private fun value(depth: Int): Any? {
        if (depth > 32) throw wrong()
        return when (next()) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> string()
            else -> literal()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        val all = mutableMapOf<String, Any?>()
        need('{')
        if (take('}')) return all
        do {
            if (next() != '"') throw wrong()
            val name = string()
            need(':')
            all[name] = value(depth + 1)
        } while (take(','))
        need('}')
        return all
    }

    private fun elements(depth: Int): List<Any?> {
        val all = mutableListOf<Any?>()
        need('[')
        if (take(']')) return all
        do all.add(value(depth + 1)) while (take(','))
        need(']')
        return all
    }

    private fun string(): String {
        need('"')
        val all = StringBuilder()
        while (true) {
            val letter = text.getOrNull(at++) ?: throw wrong()
            when (letter) {
                '"' -> return all.toString()
                '\\' -> all.append(escaped())
                else -> all.append(letter)
            }
        }
    }

    private fun escaped(): Char = when (val letter = text.getOrNull(at++)) {
        'n' -> '\n'
        't' -> '\t'
        'r' -> '\r'
        'b' -> '\b'
        'f' -> '\u000c'
        '"', '\\', '/' -> letter
        'u' -> {
            if (at + 4 > text.length) throw wrong()
            at += 4
            (text.substring(at - 4, at).toIntOrNull(16) ?: throw wrong()).toChar()
        }
        else -> throw wrong()
    }

    private fun literal(): Any? {
        val from = at
        while (at < text.length && text[at] !in ",]} \t\r\n") at++
        return when (val word = text.substring(from, at)) {
            "true" -> true
            "false" -> false
            "null" -> null
            else -> word.toDoubleOrNull() ?: throw wrong()
        }
    }
}

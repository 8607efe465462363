/**
 * Runs the Kotlin reader for tests/sdk/native-readers.test.ts: against recordings, or against a chip that is
 * connected through standard input and output.
 */
package example.sigill.reader

import java.io.File

fun main(arguments: Array<String>) {
    if (arguments[0] == "traces") replayAll(File(arguments[1]).readText()) else runAgainst(arguments)
}

private fun replayAll(text: String) {
    val traces = (parseJson(text) as Map<*, *>)["traces"] as List<*>
    for (trace in traces) println(toJson(replay(trace as Map<*, *>)))
}

private fun replay(trace: Map<*, *>): Map<String, Any?> {
    val draws = (trace["random"] as List<*>).toMutableList()
    val exchanges = (trace["exchanges"] as List<*>).toMutableList()
    val transmit: Transmit = { command ->
        val next = exchanges.removeAt(0) as Map<*, *>
        check(hexOf(command) == (next["command"] as String).toLowerCase()) { "sent ${hexOf(command)}" }
        bytesOf(next["response"] as String)
    }
    return try {
        val chip = openChip(transmit, keyOf(trace["access"] as Map<*, *>), { bytesOf(draws.removeAt(0) as String) })
        val dg1 = hexOf(chip.readFile(ChipFile.DG1))
        val signature = hexOf(chip.internalAuthenticate(bytesOf(trace["challenge"] as String)))
        mapOf("dg1" to dg1, "aa_signature" to signature, "left" to draws.size + exchanges.size)
    } catch (error: ChipError) {
        mapOf("cause" to error.failCause.wire, "said" to error.cause?.message)
    }
}

private fun keyOf(access: Map<*, *>): AccessKey =
    (access["can"] as String?)?.let { AccessKey.Can(it) } ?: AccessKey.Mrz(access["mrz"] as String)

/**
 * Arguments: service, token, machine readable zone. Prints commands and reads responses. Lines that begin with # report events; an
 * empty response means that the chip was lost.
 */
private fun runAgainst(arguments: Array<String>) {
    val transmit: Transmit = { command ->
        println(hexOf(command))
        bytesOf(readLine()!!.also { if (it == "") throw java.io.IOException("Tag was lost.") })
    }
    val options = SessionOptions(
        call = callOverHttp(arguments[0]),
        token = arguments[1],
        appVersion = "1.0.0",
        key = AccessKey.Mrz(arguments[2]),
        connect = { again -> println("#connect $again"); transmit },
        wait = { }
    )
    try {
        val end = runSession(options)
        println("#end ${end.state} ${end.code} ${end.cause}")
    } catch (error: ServiceError) {
        println("#refused ${error.operation} ${error.status} ${error.code}")
    }
}

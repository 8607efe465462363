package example.sigill.reader

import java.security.MessageDigest
import javax.crypto.Cipher
import javax.crypto.spec.IvParameterSpec
import javax.crypto.spec.SecretKeySpec

/** The ciphers of secure messaging and PACE, in the order of their numbers in object identifiers (Doc 9303-11, 9.8). */
internal enum class SessionCipher(val block: Int, val keyBytes: Int, val hash: String) {
    TRIPLE_DES(8, 16, "SHA-1"),
    AES_128(16, 16, "SHA-1"),
    AES_192(16, 24, "SHA-256"),
    AES_256(16, 32, "SHA-256");

    fun encrypt(key: ByteArray, iv: ByteArray, blocks: ByteArray) = run(Cipher.ENCRYPT_MODE, key, iv, blocks)

    fun decrypt(key: ByteArray, iv: ByteArray, blocks: ByteArray) = run(Cipher.DECRYPT_MODE, key, iv, blocks)

    /** The checksum of a message that is already padded where the protocol requires it (Doc 9303-11, 9.8.6.3 and 9.8.7.2). */
    fun checksum(key: ByteArray, message: ByteArray) =
        if (this == TRIPLE_DES) retailMac(key, message) else cmac(key, message).copyOf(8)

    private fun run(mode: Int, key: ByteArray, iv: ByteArray, blocks: ByteArray): ByteArray {
        val name = if (this == TRIPLE_DES) "DESede" else "AES"
        val cipher = Cipher.getInstance("$name/CBC/NoPadding")
        val long = if (this == TRIPLE_DES) key + key.copyOf(8) else key
        cipher.init(mode, SecretKeySpec(long, name), IvParameterSpec(iv))
        return cipher.doFinal(blocks)
    }

    /** ISO/IEC 9797-1, MAC algorithm 3: DES with the first half of the key, and triple DES at the end. */
    private fun retailMac(key: ByteArray, padded: ByteArray): ByteArray {
        val half = key.copyOf(8)
        val before = TRIPLE_DES.encrypt(half + half, ByteArray(8), padded).let { it.copyOfRange(it.size - 16, it.size) }
        val last = if (padded.size == 8) ByteArray(8) else before.copyOf(8)
        val block = xor(last, padded.copyOfRange(padded.size - 8, padded.size))
        return TRIPLE_DES.encrypt(key, ByteArray(8), block)
    }

    /** NIST SP 800-38B. */
    private fun cmac(key: ByteArray, message: ByteArray): ByteArray {
        val first = doubled(encrypt(key, ByteArray(16), ByteArray(16)))
        val isWhole = message.isNotEmpty() && message.size % 16 == 0
        val blocks = if (isWhole) message.copyOf() else padded(message, 16)
        val mask = if (isWhole) first else doubled(first)
        for (index in 0 until 16) {
            val at = blocks.size - 16 + index
            blocks[at] = (blocks[at].toInt() xor mask[index].toInt()).toByte()
        }
        return encrypt(key, ByteArray(16), blocks).let { it.copyOfRange(it.size - 16, it.size) }
    }

    private fun doubled(block: ByteArray): ByteArray {
        val result = ByteArray(16) { index ->
            val next = if (index < 15) block[index + 1].value ushr 7 else 0
            (block[index].toInt() shl 1 or next).toByte()
        }
        if (block[0] < 0) result[15] = (result[15].toInt() xor 0x87).toByte()
        return result
    }
}

internal fun xor(a: ByteArray, b: ByteArray) = ByteArray(a.size) { (a[it].toInt() xor b[it].toInt()).toByte() }

internal fun digest(hash: String, bytes: ByteArray): ByteArray = MessageDigest.getInstance(hash).digest(bytes)

/** Compares in constant time. */
internal fun areEqual(a: ByteArray, b: ByteArray) = MessageDigest.isEqual(a, b)

/** ISO/IEC 9797-1, padding method 2. */
internal fun padded(bytes: ByteArray, block: Int): ByteArray =
    bytes.copyOf((bytes.size / block + 1) * block).also { it[bytes.size] = 0x80.toByte() }

internal fun unpadded(bytes: ByteArray): ByteArray? {
    val end = bytes.indexOfLast { it != 0.toByte() }
    return if (end >= 0 && bytes[end] == 0x80.toByte()) bytes.copyOf(end) else null
}

internal const val FOR_ENCRYPTION = 1
internal const val FOR_CHECKSUM = 2
internal const val FOR_PASSWORD = 3

/** Derives a key from a shared secret (Doc 9303-11, 9.7.1). */
internal fun deriveKey(secret: ByteArray, cipher: SessionCipher, purpose: Int): ByteArray =
    digest(cipher.hash, secret + byteArrayOf(0, 0, 0, purpose.toByte())).copyOf(cipher.keyBytes)

internal class SessionKeys(val cipher: SessionCipher, secret: ByteArray) {
    val enc = deriveKey(secret, cipher, FOR_ENCRYPTION)
    val mac = deriveKey(secret, cipher, FOR_CHECKSUM)
}

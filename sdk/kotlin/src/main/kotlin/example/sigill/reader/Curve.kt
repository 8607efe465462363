package example.sigill.reader

import java.math.BigInteger

/** A point in Jacobian coordinates; z is zero at infinity. */
internal class Point(val x: BigInteger, val y: BigInteger, val z: BigInteger)

/** A curve over a prime field, y² = x³ + ax + b, whose points all have the order n. */
internal class Curve(p: String, a: String, b: String, gx: String, gy: String, n: String) {
    private val p = BigInteger(p, 16)
    private val a = BigInteger(a, 16)
    private val b = BigInteger(b, 16)
    private val order = BigInteger(n, 16)
    private val bytes = (p.length + 1) / 2
    val generator = Point(BigInteger(gx, 16), BigInteger(gy, 16), BigInteger.ONE)

    /** From 1 to n − 1. The 64 extra bits leave no visible bias (FIPS 186-5, A.2.1). */
    fun randomScalar(random: Random): BigInteger =
        BigInteger(1, random((order.bitLength() + 7) / 8 + 8)).mod(order - BigInteger.ONE) + BigInteger.ONE

    /** Not constant-time, which is acceptable because each secret is used only once, with one chip. */
    fun multiply(scalar: BigInteger, point: Point): Point {
        val factor = scalar.mod(order)
        var result = INFINITY
        for (bit in factor.bitLength() - 1 downTo 0) {
            result = add(result, result)
            if (factor.testBit(bit)) result = add(result, point)
        }
        return result
    }

    fun combine(one: Point, other: Point): Point = add(one, other)

    fun encode(point: Point): ByteArray {
        val (x, y) = affine(point)
        return concat(byteArrayOf(4), fixed(x, bytes), fixed(y, bytes))
    }

    fun abscissa(point: Point): ByteArray = fixed(affine(point).first, bytes)

    fun decode(encoded: ByteArray): Point {
        val isForm = encoded.size == 1 + 2 * bytes && encoded[0] == 4.toByte()
        if (!isForm) throw invalid("The chip sent a public key that is not a point on its curve.")
        val x = BigInteger(1, encoded.copyOfRange(1, 1 + bytes))
        val y = BigInteger(1, encoded.copyOfRange(1 + bytes, encoded.size))
        val isOnCurve = x < p && y < p && (y * y).mod(p) == (x * x * x + a * x + b).mod(p)
        if (!isOnCurve) throw invalid("The chip sent a public key that is not a point on its curve.")
        return Point(x, y, BigInteger.ONE)
    }

    private fun affine(point: Point): Pair<BigInteger, BigInteger> {
        if (point.z.signum() == 0) throw invalid("The keys of both sides yield the point at infinity.")
        val inverse = point.z.modInverse(p)
        val square = (inverse * inverse).mod(p)
        return Pair((point.x * square).mod(p), (point.y * square * inverse).mod(p))
    }

    private fun add(one: Point, other: Point): Point {
        if (one.z.signum() == 0) return other
        if (other.z.signum() == 0) return one
        val z1 = (one.z * one.z).mod(p)
        val z2 = (other.z * other.z).mod(p)
        val u1 = (one.x * z2).mod(p)
        val s1 = (one.y * z2 * other.z).mod(p)
        val h = (other.x * z1 - u1).mod(p)
        val r = (other.y * z1 * one.z - s1).mod(p)
        if (h.signum() == 0) return if (r.signum() == 0) double(one) else INFINITY
        val h2 = (h * h).mod(p)
        val h3 = (h2 * h).mod(p)
        val v = (u1 * h2).mod(p)
        val x = (r * r - h3 - v - v).mod(p)
        return Point(x, (r * (v - x) - s1 * h3).mod(p), (h * one.z * other.z).mod(p))
    }

    private fun double(point: Point): Point {
        val y2 = (point.y * point.y).mod(p)
        val s = (FOUR * point.x * y2).mod(p)
        val z2 = (point.z * point.z).mod(p)
        val m = (THREE * point.x * point.x + a * z2 * z2).mod(p)
        val x = (m * m - s - s).mod(p)
        return Point(x, (m * (s - x) - EIGHT * y2 * y2).mod(p), (point.y * point.z).shiftLeft(1).mod(p))
    }

    private fun invalid(message: String) = ChipError(ChipCause.PUBLIC_KEY_INVALID, message)

    private companion object {
        val INFINITY = Point(BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO)
        val THREE: BigInteger = BigInteger.valueOf(3)
        val FOUR: BigInteger = BigInteger.valueOf(4)
        val EIGHT: BigInteger = BigInteger.valueOf(8)
    }
}

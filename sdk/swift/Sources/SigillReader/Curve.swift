/// Numbers modulo an odd prime, in Montgomery form: little-endian limbs of 32 bits.
struct PrimeField {
    typealias Element = [UInt32]

    let prime: Element
    let bytes: Int
    private let inverse: UInt32
    private let square: Element

    init(_ prime: [UInt8]) {
        bytes = prime.count
        self.prime = limbs(of: prime)
        // Newton's iteration doubles the number of correct bits each time.
        var inverse: UInt32 = 1
        for _ in 0..<5 { inverse = inverse &* (2 &- self.prime[0] &* inverse) }
        self.inverse = 0 &- inverse
        // 2 to the power of twice the length in bits, by doubling. It converts numbers to Montgomery form.
        var power = [UInt32](repeating: 0, count: self.prime.count)
        power[0] = 1
        for _ in 0..<64 * self.prime.count { power = sum(power, power, self.prime) }
        square = power
    }

    var zero: Element { Element(repeating: 0, count: prime.count) }
    var one: Element { element([1]) }

    /// Nil for a number that is not below the prime.
    func elementBelow(_ bytes: [UInt8]) -> Element? {
        let number = limbs(of: bytes)
        return isBelow(number, prime) ? multiply(number, square) : nil
    }

    func element(_ bytes: [UInt8]) -> Element {
        var number = limbs(of: bytes)
        number += Element(repeating: 0, count: prime.count - number.count)
        return multiply(number, square)
    }

    func encode(_ element: Element) -> [UInt8] {
        var plain = zero
        plain[0] = 1
        let number = multiply(element, plain)
        let all = number.reversed().flatMap { limb in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: limb >> $0) } }
        return Array(all.suffix(bytes))
    }

    func add(_ one: Element, _ other: Element) -> Element { sum(one, other, prime) }

    func subtract(_ one: Element, _ other: Element) -> Element {
        sum(one, other == zero ? zero : difference(prime, other).number, prime)
    }

    /// Coarsely integrated operand scanning (Koç, Acar and Kaliski, 1996).
    func multiply(_ one: Element, _ other: Element) -> Element {
        let count = prime.count
        var total = [UInt32](repeating: 0, count: count + 2)
        for digit in other {
            var carry: UInt64 = 0
            for index in 0..<count {
                let next = UInt64(total[index]) + UInt64(one[index]) * UInt64(digit) + carry
                (total[index], carry) = (UInt32(truncatingIfNeeded: next), next >> 32)
            }
            var top = UInt64(total[count]) + carry
            (total[count], total[count + 1]) = (UInt32(truncatingIfNeeded: top), UInt32(top >> 32))
            let factor = UInt64(total[0] &* inverse)
            carry = (UInt64(total[0]) + factor * UInt64(prime[0])) >> 32
            for index in 1..<count {
                let next = UInt64(total[index]) + factor * UInt64(prime[index]) + carry
                (total[index - 1], carry) = (UInt32(truncatingIfNeeded: next), next >> 32)
            }
            top = UInt64(total[count]) + carry
            (total[count - 1], total[count]) = (UInt32(truncatingIfNeeded: top), total[count + 1] + UInt32(top >> 32))
        }
        let result = Array(total[..<count])
        return total[count] == 0 && isBelow(result, prime) ? result : difference(result, prime).number
    }

    /// By Fermat's little theorem.
    func invert(_ element: Element) -> Element {
        var two = zero
        two[0] = 2
        let exponent = difference(prime, two).number
        var result = one
        for bit in (0..<32 * exponent.count).reversed() {
            result = multiply(result, result)
            if exponent[bit / 32] >> UInt32(bit % 32) & 1 == 1 { result = multiply(result, element) }
        }
        return result
    }
}

func limbs(of bytes: [UInt8]) -> [UInt32] {
    let padded = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) + bytes
    return stride(from: padded.count - 4, through: 0, by: -4).map { UInt32(number(of: Array(padded[$0..<$0 + 4]))) }
}

private func isBelow(_ one: [UInt32], _ other: [UInt32]) -> Bool {
    for index in one.indices.reversed() where one[index] != other[index] { return one[index] < other[index] }
    return false
}

private func difference(_ one: [UInt32], _ other: [UInt32]) -> (number: [UInt32], isNegative: Bool) {
    var (result, borrow) = (one, UInt64(0))
    for index in one.indices {
        let next = UInt64(one[index]) &- UInt64(other[index]) &- borrow
        (result[index], borrow) = (UInt32(truncatingIfNeeded: next), next >> 63)
    }
    return (result, borrow == 1)
}

/// Adds two numbers below the modulus, and reduces the sum.
private func sum(_ one: [UInt32], _ other: [UInt32], _ modulus: [UInt32]) -> [UInt32] {
    var (result, carry) = (one, UInt64(0))
    for index in one.indices {
        let next = UInt64(one[index]) + UInt64(other[index]) + carry
        (result[index], carry) = (UInt32(truncatingIfNeeded: next), next >> 32)
    }
    return carry == 0 && isBelow(result, modulus) ? result : difference(result, modulus).number
}

/// A point in Jacobian coordinates; z is zero at infinity.
struct Point {
    let x: PrimeField.Element
    let y: PrimeField.Element
    let z: PrimeField.Element
}

/// A curve over a prime field, y² = x³ + ax + b, whose points all have the order n.
struct Curve {
    private let field: PrimeField
    private let a: PrimeField.Element
    private let b: PrimeField.Element
    private let order: [UInt8]
    let generator: Point

    init(_ p: String, _ a: String, _ b: String, _ gx: String, _ gy: String, _ n: String) {
        field = PrimeField(bytes(of: p))
        self.a = field.element(bytes(of: a))
        self.b = field.element(bytes(of: b))
        order = bytes(of: n)
        generator = Point(x: field.element(bytes(of: gx)), y: field.element(bytes(of: gy)), z: field.one)
    }

    /// From 1 to n − 1, big-endian. The 64 extra bits leave no visible bias (FIPS 186-5, A.2.1).
    func randomScalar(_ random: Random) -> [UInt8] {
        let modulus = limbs(of: order.dropLast() + [order[order.count - 1] - 1])
        var rest = [UInt32](repeating: 0, count: modulus.count)
        var one = rest
        one[0] = 1
        for byte in random(order.count + 8) {
            for bit in (0..<8).reversed() {
                rest = sum(rest, rest, modulus)
                if byte >> UInt8(bit) & 1 == 1 { rest = sum(rest, one, modulus) }
            }
        }
        var scalar = rest.reversed().flatMap { limb in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: limb >> $0) } }
        for index in scalar.indices.reversed() {
            scalar[index] &+= 1
            if scalar[index] != 0 { break }
        }
        return scalar
    }

    /// Not constant-time, which is acceptable because each secret is used only once, with one chip.
    func multiply(_ scalar: [UInt8], _ point: Point) -> Point {
        var result = Point(x: field.one, y: field.one, z: field.zero)
        for byte in scalar {
            for bit in (0..<8).reversed() {
                result = combine(result, result)
                if byte >> UInt8(bit) & 1 == 1 { result = combine(result, point) }
            }
        }
        return result
    }

    func encode(_ point: Point) throws -> [UInt8] {
        let (x, y) = try affine(point)
        return [4] + field.encode(x) + field.encode(y)
    }

    func abscissa(_ point: Point) throws -> [UInt8] { field.encode(try affine(point).x) }

    func decode(_ encoded: [UInt8]) throws -> Point {
        let invalid = ChipError(.publicKeyInvalid, "The chip sent a public key that is not a point on its curve.")
        guard encoded.count == 1 + 2 * field.bytes, encoded[0] == 4 else { throw invalid }
        guard let x = field.elementBelow(Array(encoded[1...field.bytes])), let y = field.elementBelow(Array(encoded.suffix(field.bytes)))
        else { throw invalid }
        let right = field.add(field.multiply(field.add(field.multiply(x, x), a), x), b)
        guard field.multiply(y, y) == right else { throw invalid }
        return Point(x: x, y: y, z: field.one)
    }

    private func affine(_ point: Point) throws -> (x: PrimeField.Element, y: PrimeField.Element) {
        guard point.z != field.zero else { throw ChipError(.publicKeyInvalid, "The keys of both sides yield the point at infinity.") }
        let inverse = field.invert(point.z)
        let square = field.multiply(inverse, inverse)
        return (field.multiply(point.x, square), field.multiply(field.multiply(point.y, square), inverse))
    }

    /// The sum of two points.
    func combine(_ one: Point, _ other: Point) -> Point {
        if one.z == field.zero { return other }
        if other.z == field.zero { return one }
        let z1 = field.multiply(one.z, one.z)
        let z2 = field.multiply(other.z, other.z)
        let u1 = field.multiply(one.x, z2)
        let s1 = field.multiply(field.multiply(one.y, z2), other.z)
        let h = field.subtract(field.multiply(other.x, z1), u1)
        let r = field.subtract(field.multiply(field.multiply(other.y, z1), one.z), s1)
        if h == field.zero { return r == field.zero ? double(one) : Point(x: field.one, y: field.one, z: field.zero) }
        let h2 = field.multiply(h, h)
        let h3 = field.multiply(h2, h)
        let v = field.multiply(u1, h2)
        let x = field.subtract(field.subtract(field.multiply(r, r), h3), field.add(v, v))
        let y = field.subtract(field.multiply(r, field.subtract(v, x)), field.multiply(s1, h3))
        return Point(x: x, y: y, z: field.multiply(h, field.multiply(one.z, other.z)))
    }

    private func double(_ point: Point) -> Point {
        let twice = { (element: PrimeField.Element) in field.add(element, element) }
        let y2 = field.multiply(point.y, point.y)
        let s = twice(twice(field.multiply(point.x, y2)))
        let z2 = field.multiply(point.z, point.z)
        let x2 = field.multiply(point.x, point.x)
        let m = field.add(field.add(twice(x2), x2), field.multiply(a, field.multiply(z2, z2)))
        let x = field.subtract(field.multiply(m, m), twice(s))
        let y = field.subtract(field.multiply(m, field.subtract(s, x)), twice(twice(twice(field.multiply(y2, y2)))))
        return Point(x: x, y: y, z: twice(field.multiply(point.y, point.z)))
    }
}

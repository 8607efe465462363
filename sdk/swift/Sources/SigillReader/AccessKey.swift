/// The key that opens the chip: printed on the document, so that only its holder can read the chip (Doc 9303-11, 4).
public enum AccessKey {
    /// The machine readable zone, with or without line breaks.
    case mrz(String)
    /// The fields of the machine readable zone that the key is derived from. Dates as YYMMDD.
    case fields(documentNumber: String, dateOfBirth: String, dateOfExpiry: String)
    /// The card access number, six digits on the front of an identity card. Opens PACE only.
    case can(String)
}

struct Password {
    let isCan: Bool
    /// The hash of the MRZ information, or the digits of the card access number (Doc 9303-11, 9.7.3).
    let secret: [UInt8]

    init(_ key: AccessKey, _ platform: Ciphers) throws {
        switch key {
        case .can(let can):
            (isCan, secret) = (true, try digits(can))
        case .fields(let number, let birth, let expiry):
            (isCan, secret) = (false, platform.sha1(try mrzInformation(number, birth, expiry)))
        case .mrz(let mrz):
            let (number, birth, expiry) = try fields(of: mrz)
            (isCan, secret) = (false, platform.sha1(try mrzInformation(number, birth, expiry)))
        }
    }
}

private func wrong(_ field: String, _ message: String) -> ChipError { ChipError(.accessKeyInvalid, message, field: field) }

private func digits(_ can: String) throws -> [UInt8] {
    let digits = letters(can)
    guard digits.count == 6, digits.allSatisfy({ (48...57).contains($0) }) else {
        throw wrong("can", "The card access number has six digits.")
    }
    return digits
}

/// ASCII in upper case, without white space. Anything else becomes a character that no field accepts.
private func letters(_ text: String) -> [UInt8] {
    text.filter { !$0.isWhitespace }.uppercased().unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0 }
}

private let filler = UInt8(ascii: "<")

private func isLetterOrDigit(_ letter: UInt8) -> Bool { (48...57).contains(letter) || (65...90).contains(letter) }

/// The check digit of a field (Doc 9303-3, 4.9).
func checkDigit(_ field: [UInt8]) -> UInt8 {
    let values = field.map { $0 == filler ? 0 : Int($0) - ($0 < 65 ? 48 : 55) }
    return 48 + UInt8(values.enumerated().reduce(0) { $0 + $1.element * [7, 3, 1][$1.offset % 3] } % 10)
}

/// The fields of TD3, TD2 and TD1 (Doc 9303-4, -6 and -5).
private func fields(of mrz: String) throws -> (number: [UInt8], birth: [UInt8], expiry: [UInt8]) {
    let text = letters(mrz)
    let places: [Int: (number: Int, birth: Int, expiry: Int, optional: Range<Int>)] = [
        88: (44, 57, 65, 0..<0), 72: (36, 49, 57, 64..<71), 90: (5, 30, 38, 15..<30),
    ]
    guard let place = places[text.count], text.allSatisfy({ $0 == filler || isLetterOrDigit($0) }) else {
        throw wrong("mrz", "A machine readable zone has 2 lines of 44 or 36 characters, or 3 of 30: letters, digits and <.")
    }
    var number = Array(text[place.number..<place.number + 9])
    var digit = text[place.number + 9]
    // A long document number continues in the optional data.
    let rest = Array(text[place.optional].prefix { $0 != filler })
    if digit == filler, rest.count >= 2 { (number, digit) = (number + rest.dropLast(), rest[rest.count - 1]) }
    let birth = Array(text[place.birth..<place.birth + 6])
    let expiry = Array(text[place.expiry..<place.expiry + 6])
    try assertDigit("document_number", number, digit)
    try assertDigit("date_of_birth", birth, text[place.birth + 6])
    try assertDigit("date_of_expiry", expiry, text[place.expiry + 6])
    return (number, birth, expiry)
}

private func assertDigit(_ field: String, _ value: [UInt8], _ digit: UInt8) throws {
    guard checkDigit(value) == digit else {
        throw wrong(field, "A field of the machine readable zone does not match its check digit.")
    }
}

private func mrzInformation(_ number: String, _ birth: String, _ expiry: String) throws -> [UInt8] {
    try mrzInformation(letters(number), letters(birth), letters(expiry))
}

/// The MRZ information, from which keys are derived (Doc 9303-11, 9.7.2).
private func mrzInformation(_ number: [UInt8], _ birth: [UInt8], _ expiry: [UInt8]) throws -> [UInt8] {
    let long = number + [UInt8](repeating: filler, count: max(0, 9 - number.count))
    let isDigit = { (letter: UInt8) in (48...57).contains(letter) }
    try assertForm("document_number", isLetterOrDigit(long[0]) && long.count <= 22 && long.allSatisfy { $0 == filler || isLetterOrDigit($0) })
    try assertForm("date_of_birth", birth.count == 6 && birth.allSatisfy { $0 == filler || isDigit($0) })
    // A document without an expiry date has fillers, and its key is derived from them.
    try assertForm("date_of_expiry", expiry.count == 6 && (expiry.allSatisfy(isDigit) || expiry.allSatisfy { $0 == filler }))
    return [long, birth, expiry].flatMap { $0 + [checkDigit($0)] }
}

private func assertForm(_ field: String, _ isRight: Bool) throws {
    guard isRight else { throw wrong(field, "The field \(field) is not in the form of a machine readable zone.") }
}

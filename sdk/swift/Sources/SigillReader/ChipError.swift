/// What a caller can do about an error of the chip; `ChipCause` says exactly what happened.
public enum ChipErrorKind: Sendable {
    /// Reading can continue after a new contact.
    case chipLost
    case accessDenied
    case accessUnsupported
    case notADocument
    case secureMessagingFailed
    case fileUnreadable
    case malformed
    case aborted
}

/// The chip could not be read. `statusWord` is SW1 and SW2 when a status caused the error; `field` names the wrong
/// field of an access key.
public struct ChipError: Error {
    public let failCause: ChipCause
    public let message: String
    public let statusWord: Int?
    public let field: String?

    public init(_ failCause: ChipCause, _ message: String, statusWord: Int? = nil, field: String? = nil) {
        (self.failCause, self.message, self.statusWord, self.field) = (failCause, message, statusWord, field)
    }

    public var kind: ChipErrorKind { failCause.kind }

    /// The chip responded, but not with what was requested.
    var isRefusal: Bool { kind == .fileUnreadable || kind == .malformed }
}

/// Nil when the chip does not respond with what was requested.
func unlessRefused<T>(_ work: () async throws -> T) async throws -> T? {
    do { return try await work() } catch let error as ChipError where error.isRefusal { return nil }
}

/// Thrown by the app's callbacks to end the session with this code, for example on a phone without NFC. The message
/// must not contain personal data.
public struct ReadingFailed: Error {
    public let code: FailCode
    public let message: String
    public let failCause: String?

    public init(_ code: FailCode, _ message: String, failCause: String? = nil) {
        (self.code, self.message, self.failCause) = (code, message, failCause)
    }
}

/// The person gave up.
public struct ReadingAborted: Error {
    public init() {}
}

/// The service refused a call, or there was no valid response: then `status` is 0.
public struct ServiceError: Error {
    public let operation: String
    public let status: Int
    public let code: String
    public let message: String
    public let requestId: String?

    public init(operation: String, status: Int, code: String, message: String, requestId: String? = nil) {
        (self.operation, self.status, self.code, self.message) = (operation, status, code, message)
        self.requestId = requestId
    }
}

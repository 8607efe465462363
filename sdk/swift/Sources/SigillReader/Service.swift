import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes one call of the service and returns its response. Throws ServiceError.
public typealias Call = (_ operation: String, _ params: [String: Any], _ headers: [String: String]) async throws -> [String: Any]

/// Calls the service at this address, such as `https://sigill.example`.
public func callOverHttp(_ base: URL, session: URLSession = .shared, timeout: TimeInterval = 30) -> Call {
    { operation, params, headers in
        var request = URLRequest(url: base.appendingPathComponent("api/v1/\(operation)"), timeoutInterval: timeout)
        request.httpMethod = "POST"
        request.httpBody = try JSONSerialization.data(withJSONObject: params)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, status): (Data, Int) = await withCheckedContinuation { continuation in
            session.dataTask(with: request) { data, response, _ in
                continuation.resume(returning: (data ?? Data(), (response as? HTTPURLResponse)?.statusCode ?? 0))
            }.resume()
        }
        let answer = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
        if let answer, (200..<300).contains(status) { return answer }
        // A proxy may respond with something other than JSON, which is not a decision of the service.
        guard let answer, let code = answer["code"] as? String else {
            throw ServiceError(operation: operation, status: 0, code: "service_unreachable", message: "\(operation) got no response")
        }
        let message = answer["error"] as? String ?? code
        throw ServiceError(
            operation: operation, status: status, code: code, message: message, requestId: answer["request_id"] as? String
        )
    }
}

/// Whether the service has decided, so that a retry changes nothing.
private func isDecided(_ error: ServiceError) -> Bool {
    error.status != 0 && error.status < 500 && error.status != 429 && error.code != "idempotency_in_progress"
}

/// Retries a call while the service is unreachable or busy. All attempts of a call have the same idempotency key
/// (`reader.open` needs none), so a call whose response was lost takes effect only once.
struct RetriedCalls {
    let call: Call
    let keyOf: (String) throws -> String
    let wait: (Int) async -> Void

    func make(_ operation: String, _ params: [String: Any], _ headers: [String: String] = [:]) async throws -> [String: Any] {
        var sent = headers
        if operation != "reader.open" { sent["Idempotency-Key"] = try keyOf(operation) }
        for pause in [500, 1_000, 2_000, 4_000] {
            do {
                return try await call(operation, params, sent)
            } catch let error as ServiceError where !isDecided(error) {
                await wait(pause)
            }
        }
        return try await call(operation, params, sent)
    }
}

func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// A response that does not have the form of the contract.
func malformed(_ operation: String) -> ServiceError {
    ServiceError(operation: operation, status: 0, code: "invalid_answer", message: "\(operation) returned an unexpected response")
}

extension [String: Any] {
    func text(_ name: String, of operation: String) throws -> String {
        guard let text = self[name] as? String else { throw malformed(operation) }
        return text
    }

    func bytes(_ name: String, of operation: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: try text(name, of: operation)) else { throw malformed(operation) }
        return [UInt8](data)
    }
}

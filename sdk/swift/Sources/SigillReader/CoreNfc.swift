#if canImport(CoreNFC)
import CoreNFC

/// The transport to a tag that your `NFCTagReaderSession` has connected to.
public func transmit(over tag: NFCISO7816Tag) -> Transmit {
    { command in
        guard let apdu = NFCISO7816APDU(data: Data(command)) else { throw ChipError(.responseMalformed, "This is no command.") }
        let (data, sw1, sw2) = try await tag.sendCommand(apdu: apdu)
        return [UInt8](data) + [sw1, sw2]
    }
}
#endif

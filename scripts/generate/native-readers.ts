/** What the readers for Kotlin and Swift share with the one in TypeScript: codes, causes of failures, and curves. */

import type { Contract } from '../../openapi/contract/contract.ts';
import { camel } from '../../openapi/contract/names.ts';
import { listOf } from '../../openapi/contract/tree.ts';
import { CHIP_ERROR_CODES } from '../../sdk/reader/src/chip-error.ts';
import curves from '../../sdk/reader/src/curves/curves.json' with { type: 'json' };
import { HEADER } from './files.ts';

const KOTLIN = 'sdk/kotlin/src/main/kotlin/example/sigill/reader/Facts.gen.kt';
const SWIFT = 'sdk/swift/Sources/SigillReader/Facts.gen.swift';

export function nativeReaders({ components }: Contract): Record<string, string> {
  const codes = listOf(components.schemas['ReaderFailCode']?.['enum']) as string[];
  return { [KOTLIN]: kotlin(codes), [SWIFT]: swift(codes) };
}

const causes = Object.entries(CHIP_ERROR_CODES);
const numbersOf = ({ p, a, b, gx, gy, n }: (typeof curves)[number]) =>
  [p, a, b, gx, gy, n].map((number) => `"${number.slice(2)}"`).join(', ');

const kotlin = (codes: string[]): string => `${HEADER}
package example.sigill.reader

/** Why a reading failed, as \`reader.fail\` takes it. */
enum class FailCode(val wire: String) {
${codes.map((code) => `    ${code.toUpperCase()}("${code}")`).join(',\n')}
}

/** The exact cause of an error of the chip. */
enum class ChipCause(val wire: String, val kind: ChipErrorKind) {
${causes.map(([cause, kind]) => `    ${cause.toUpperCase()}("${cause}", ChipErrorKind.${kind})`).join(',\n')}
}

/** The standardized curves, by their number (Doc 9303-11, 9.5.1). */
internal val CURVES: Map<Int, Curve> = mapOf(
${curves.map((curve) => `    ${curve.id} to Curve(${numbersOf(curve)})`).join(',\n')}
)
`;

const swift = (codes: string[]): string => `${HEADER}
/// Why a reading failed, as \`reader.fail\` takes it.
public enum FailCode: String, Sendable {
${codes.map((code) => `    case ${code === 'internal' ? '`internal`' : camel(code)} = "${code}"`).join('\n')}
}

/// The exact cause of an error of the chip.
public enum ChipCause: String, Sendable {
${causes.map(([cause]) => `    case ${camel(cause)} = "${cause}"`).join('\n')}

    public var kind: ChipErrorKind {
        switch self {
${causes.map(([cause, kind]) => `        case .${camel(cause)}: return .${camel(kind.toLowerCase())}`).join('\n')}
        }
    }
}

/// The standardized curves, by their number (Doc 9303-11, 9.5.1).
func curve(_ number: Int) -> Curve? {
    switch number {
${curves.map((curve) => `    case ${curve.id}: return Curve(${numbersOf(curve)})`).join('\n')}
    default: return nil
    }
}
`;

/** Failure reasons, which the contract lists with their codes: as a table for the server, and as texts to translate for the site. */
import type { Contract } from '../../../openapi/contract/contract.ts';
import { HEADER } from '../files.ts';

interface Reason {
  message: string;
  retryable: boolean;
}

const causesOf = ({ components }: Contract) =>
  Object.entries(
    components.schemas['ReaderFailCause']!['x-reasons'] as Record<string, { code: string; message: string }>,
  );

const reasonsOf = ({ components }: Contract) =>
  Object.entries(components.schemas['FailureCode']!['x-reasons'] as Record<string, Reason>);

/** Part of server/generated/operations.gen.ts. */
export const failureReasons = (contract: Contract): string =>
  `/** What each code means to people, and whether a new session with the same document may succeed. */
export const failureReasons: Record<types.FailureCode, Omit<types.SessionFailure, 'code'>> = {
${reasonsOf(contract)
  .map(
    ([code, { message, retryable }]) => `  ${code}: { message: '${escaped(message, "'")}', retryable: ${retryable} },`,
  )
  .join('\n')}
};

/** The causes that readers report, each with the code that it belongs to. */
export const failCauses: Record<types.ReaderFailCause, types.ReaderFailCode> = {
${causesOf(contract)
  .map(([cause, { code }]) => `  ${cause}: '${code}',`)
  .join('\n')}
};
`;

export const failureTexts = (contract: Contract): string =>
  textsModule('failureTexts', 'FailureCode', reasonsOf(contract), 'Why a session ended without approval');

/** A separate module for texts that only the page of a session shows, so that lists do not load it. */
export const failCauseTexts = (contract: Contract): string =>
  textsModule('failCauseTexts', 'ReaderFailCause', causesOf(contract), 'What went wrong between reader and chip');

const textsModule = (name: string, type: string, entries: [string, { message: string }][], about: string): string =>
  `${HEADER}import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ${type} } from '@sigill/sdk/portal';

/** ${about}, in the reader's language. The service uses English. */
export const ${name}: Record<${type}, MessageDescriptor> = {
${entries.map(([code, { message }]) => `  ${code}: msg\`${escaped(message, '`')}\`,`).join('\n')}
};
`;

const escaped = (text: string, quote: string) => text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);

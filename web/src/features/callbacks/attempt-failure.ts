/** Why an attempt got no answer, in the reader's language. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AttemptFailure } from '../../../../openapi/facts/attempt-failures';

const texts: Record<AttemptFailure, MessageDescriptor> = {
  'No answer within 15 seconds': msg`No answer within 15 seconds`,
  'The address is not allowed: callbacks go to https on public hosts': msg`The address is not allowed: callbacks go to https on public hosts`,
  'Connection refused': msg`Connection refused`,
  'The connection was reset': msg`The connection was reset`,
  'The host cannot be reached': msg`The host cannot be reached`,
  'The network cannot be reached': msg`The network cannot be reached`,
  'The connection timed out': msg`The connection timed out`,
  'The host name is not known': msg`The host name is not known`,
  'The host name has no address': msg`The host name has no address`,
  'The name service failed': msg`The name service failed`,
  'The name service did not answer': msg`The name service did not answer`,
  'The TLS connection failed': msg`The TLS connection failed`,
  'The answer is not HTTP': msg`The answer is not HTTP`,
  'The attempt failed': msg`The attempt failed`,
};

/** What a library said stays as it is, such as the code behind a colon. */
export function useAttemptFailure(): (error: string) => string {
  const { i18n } = useLingui();
  return (error) => {
    const [sentence = ''] = /^[^:]+$|^The TLS [^:]+|^The address .+/.exec(error) ?? [];
    const text = Object.hasOwn(texts, sentence) ? texts[sentence as AttemptFailure] : undefined;
    return text ? i18n._(text) + error.slice(sentence.length) : error;
  };
}

import { useLingui } from '@lingui/react/macro';
import { faces } from '../../content/faces';

/** Who compares the faces in sessions of this service, so that nobody builds on what it does not offer. */
export function useFaceHint(): string {
  const { t } = useLingui();
  const provider = faces.provider;
  if (faces.words.includes('provider'))
    return t`${provider} compares a picture of the person with the portrait on the chip.`;
  if (faces.words.includes('live'))
    return t`A demonstration compares the faces here. In production this needs a face provider; without one, sessions are refused.`;
  return faces.words.includes('demo')
    ? t`Only in specimen sessions, by a demonstration. Other sessions are refused: this service has no face provider connected.`
    : t`Not available here: this service has no face provider connected, so it refuses such sessions.`;
}

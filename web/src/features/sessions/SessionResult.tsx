import { useLingui } from '@lingui/react/macro';
import type { ChipVerification, VerificationSession } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { checkNames } from '../../ui/CheckGlyph';
import { type Check, CheckMarks } from '../../ui/CheckMarks';
import { ClaimedAnswers } from './ClaimedAnswers';
import { DocumentRemarks } from './DocumentRemarks';
import { FailureAlert } from './FailureAlert';
import { SessionDocument } from './SessionDocument';

export function SessionResult({ session, next }: { session: VerificationSession; next?: ReactNode }) {
  const chip = 'chip' in session ? session.chip : undefined;
  return (
    <div className="space-y-8">
      {'failure' in session && <FailureAlert state={session.state} failure={session.failure} next={next} />}
      {session.state === 'APPROVED' &&
        !session.sealed_data &&
        (session.claims ? <ClaimedAnswers session={session} /> : <SessionDocument session={session} />)}
      {chip && <Checks chip={chip} />}
      {chip && <DocumentRemarks chip={chip} />}
    </div>
  );
}

type FaceMatch = NonNullable<ChipVerification['face_match']>;

function Checks({ chip }: { chip: ChipVerification }) {
  const { t, i18n } = useLingui();
  const clone = useCloneFact(chip);
  const { trust_anchor, signature_algorithm, digest_algorithm, data_groups, face_match } = chip;
  const faceWords = ({ matcher, provider: who = matcher, score, threshold, liveness }: FaceMatch) =>
    liveness
      ? t`${who}: ${score}, threshold ${threshold}; liveness: ${liveness.score}, threshold ${liveness.threshold}`
      : t`${who}: ${score}, threshold ${threshold}`;
  const names = (groups: number[]) => groups.map((group) => `DG${group}`).join(', ');
  const unread = names(unreadGroups(chip));
  const facts: Record<Check['name'], string | undefined> = {
    issuer:
      trust_anchor &&
      [nameOf(trust_anchor.subject), trust_anchor.source, trust_anchor.source_date].filter(Boolean).join(', '),
    signature: signature_algorithm,
    data: [digest_algorithm, names(data_groups), unread && t`not read: ${unread}`].filter(Boolean).join(', '),
    clone,
    face: face_match && faceWords(face_match),
  };
  const checks = checkNames.map((name) => {
    const { result, message } = chip.checks[name];
    // Messages of failed checks are only in English. For a face, the score says more than the message that it is too low.
    const said = i18n.locale === 'en' ? message : name === 'clone' && clone;
    const failure = name === 'face' && face_match ? facts.face : said;
    const fact = result === 'FAILED' ? failure : facts[name];
    return { name, status: result, fact };
  });
  return <CheckMarks checks={checks} className="sm:grid-cols-2" />;
}

/** The short name of a certificate's holder: its organisation or its CN. Commas within a value are escaped. */
function nameOf(subject: string): string | undefined {
  const parts = new Map(
    subject.split(/(?<!\\), ?/).map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').replaceAll('\\', '')];
    }),
  );
  return parts.get('O') ?? parts.get('CN');
}

/** Fingerprints and irises, which only States can read. */
const NEVER_READ = [3, 4];

function unreadGroups({ data_groups, data_groups_read }: ChipVerification): number[] {
  if (!data_groups_read) return [];
  return data_groups.filter((group) => !data_groups_read.includes(group) && !NEVER_READ.includes(group));
}

function useCloneFact(chip: ChipVerification): string | undefined {
  const { t } = useLingui();
  const { clone_protection, clone_protection_offered: offered = [], data_groups, checks } = chip;
  // If the data was altered, it can't be trusted to say which protection the chip has.
  if (checks.data.result !== 'PASSED') return undefined;
  if (clone_protection === 'ACTIVE_AUTHENTICATION') return t`Active Authentication`;
  if (clone_protection === 'CHIP_AUTHENTICATION') return t`Chip Authentication`;
  if (checks.clone.code === 'chip_auth_failed') return t`The chip’s response was wrong`;
  if (offered.includes('ACTIVE_AUTHENTICATION')) return t`Active Authentication offered but not performed`;
  if (offered.includes('CHIP_AUTHENTICATION')) return t`Chip Authentication offered but not performed`;
  if (data_groups.includes(14)) return t`DG14 lists no protection or was not read`;
  return t`The document has no clone protection`;
}

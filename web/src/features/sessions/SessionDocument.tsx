import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApprovedSession } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge';
import { Guilloche } from '../../ui/Guilloche';
import { stateName } from '../trust/state-name';

export function SessionDocument({ session }: { session: ApprovedSession }) {
  const { t } = useLingui();
  const { date, birth, country, nationality } = useDocumentWords();
  const sexes = { MALE: t`Male`, FEMALE: t`Female`, UNSPECIFIED: t`Unspecified` };
  const types = { PASSPORT: t`Passport`, ID_CARD: t`Identity card`, OTHER: t`Travel document` };
  if (session.redacted) return <p className="text-muted">{t`The identity data of this session was deleted.`}</p>;
  return (
    <article
      aria-label={t`Verified document`}
      className="@container relative isolate overflow-hidden rounded-md border border-edge bg-raised"
    >
      <Guilloche
        name={`document-${session.id}`}
        className="absolute -top-28 -right-28 -z-10 size-96 text-rose opacity-20"
      />
      <header className="flex items-center justify-between gap-4 border-b border-hairline px-5 py-3">
        <p className="display text-lg">{types[session.document_type ?? 'OTHER']}</p>
        {session.specimen && <Badge>{t`Specimen`}</Badge>}
      </header>
      <div className="grid gap-6 p-5 @min-[28rem]:grid-cols-[8.5rem_1fr]">
        <div className="flex items-start gap-3 self-start @min-[28rem]:flex-col">
          {session.portrait && <Picture png={session.portrait} alt={t`Portrait from the chip`} />}
          {session.face && <Picture png={session.face} alt={t`Face compared with the portrait`} />}
          {session.signature_image && (
            // Always black on white, because its transparent areas have been filled.
            <Picture
              png={session.signature_image}
              alt={t`Signature from the chip`}
              className="max-h-34 object-contain"
            />
          )}
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 self-start">
          <Entry name={t`Surname`} value={session.surname} wide />
          <Entry
            name={t`Given names`}
            value={`${session.given_names ?? ''}${session.names_truncated ? '…' : ''}`}
            wide
          />
          <Entry name={t`In the machine readable zone`} value={namesOfMrz(session)} mono wide="all" />
          <Entry name={t`Nationality`} value={nationality(session)} />
          <Entry name={t`Date of birth`} value={birth(session)} />
          <Entry name={t`Sex`} value={session.sex && sexes[session.sex]} />
          <Entry name={t`Personal number`} value={session.personal_number} mono />
          <Entry name={t`Document number`} value={session.document_number} mono />
          <Entry name={t`Issued`} value={date(session.issue_date)} />
          <Entry name={t`Expires`} value={date(session.expiry_date)} />
          <Entry name={t`Issued by`} value={session.issuer ?? country(session.issuing_country)} />
        </dl>
      </div>
    </article>
  );
}

type PictureProps = { png: string; alt: string; className?: string };

const Picture = ({ png, alt, className = 'aspect-[35/45] object-cover' }: PictureProps) => (
  <img
    src={`data:image/png;base64,${png}`}
    alt={alt}
    className={`w-34 min-w-0 rounded-sm border border-hairline ${className}`}
  />
);

type EntryProps = {
  name: ReactNode;
  value: string | undefined;
  mono?: boolean;
  /** `true` spans both columns of a narrow card, and `all` both columns of a wide one too. */
  wide?: boolean | 'all';
};

function Entry({ name, value, mono = false, wide = false }: EntryProps) {
  if (!value) return null;
  return (
    <div className={`min-w-0 ${wide === 'all' ? 'col-span-2' : wide ? '@max-[36rem]:col-span-2' : ''}`}>
      <dt className="caps">{name}</dt>
      <dd className={mono ? 'font-mono text-sm leading-7 break-words' : 'break-words'}>{value}</dd>
    </div>
  );
}

function useDocumentWords() {
  const { t, i18n } = useLingui();
  /** Doc 9303-3, 5: codes in the MRZ that do not belong to a country. */
  const codes: Record<string, string> = {
    XXA: t`Stateless`,
    XXB: t`Refugee (1951 Convention)`,
    XXC: t`Refugee`,
    XXX: t`Unspecified`,
  };
  const country = (code: string | undefined) => code && stateName(code, i18n.locale);
  return {
    country,
    date: (day: string | undefined) => day && dateIn(i18n, day),
    /** Two dates when the document leaves the century open. */
    birth({ date_of_birth, partial_date_of_birth: partial, birth_date_ambiguous }: ApprovedSession) {
      const known = date_of_birth ?? partial;
      const earlier = known && birth_date_ambiguous ? `${Number(known.slice(0, 4)) - 100}${known.slice(4)}` : undefined;
      return [earlier, known].flatMap((day) => (day ? dateIn(i18n, day) : [])).join(' / ');
    },
    nationality: ({ nationality, mrz }: ApprovedSession) =>
      country(nationality) ?? (mrz && (codes[mrz.nationality] ?? mrz.nationality)),
  };
}

/** Formats a date that may be only a year, or a year and a month. */
function dateIn(i18n: I18n, known: string): string {
  const formats: Intl.DateTimeFormatOptions[] = [
    { year: 'numeric' },
    { year: 'numeric', month: 'long' },
    { dateStyle: 'medium' },
  ];
  const parts = known.split('-');
  const [year = '', month = '01', day = '01'] = parts;
  return i18n.date(`${year}-${month}-${day}T00:00:00Z`, { ...formats[parts.length - 1], timeZone: 'UTC' });
}

function namesOfMrz({ surname, given_names, mrz }: ApprovedSession): string | undefined {
  if (!mrz || (mrz.surname === surname && mrz.given_names === given_names)) return undefined;
  return [mrz.surname, mrz.given_names].filter(Boolean).join(', ');
}

import { useLingui } from '@lingui/react/macro';
import type { ApprovedSession } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge';
import { Guilloche } from '../../ui/Guilloche';
import { namesOfMrz, useDocumentWords } from './document-words';

/** The data of the verified document, styled as a document. */
export function SessionDocument({ session }: { session: ApprovedSession }) {
  const { t } = useLingui();
  const { date, country, nationality } = useDocumentWords();
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
          {session.signature_image && <Signature png={session.signature_image} alt={t`Signature from the chip`} />}
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 self-start">
          <Entry name={t`Surname`} value={session.surname} wide />
          <Entry name={t`Given names`} value={session.given_names} wide />
          <Entry name={t`In the machine readable zone`} value={namesOfMrz(session)} mono wide="all" />
          <Entry name={t`Nationality`} value={nationality(session)} />
          <Entry name={t`Date of birth`} value={date(session.date_of_birth ?? session.partial_date_of_birth)} />
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

const Picture = ({ png, alt }: { png: string; alt: string }) => (
  <img
    src={`data:image/png;base64,${png}`}
    alt={alt}
    className="aspect-[35/45] w-34 min-w-0 rounded-sm border border-hairline object-cover"
  />
);

/** Always black on white, because transparent areas have been filled. */
const Signature = ({ png, alt }: { png: string; alt: string }) => (
  <img
    src={`data:image/png;base64,${png}`}
    alt={alt}
    className="max-h-34 w-34 min-w-0 rounded-sm border border-hairline object-contain"
  />
);

type EntryProps = {
  name: ReactNode;
  value: string | undefined;
  mono?: boolean;
  /** Spans the full width of a narrow card, or of every card. */
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

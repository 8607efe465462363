import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SameDocument } from '@sigill/sdk/portal';
import { sessionSeenBeforeOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/Alert';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';

export function SeenBefore({ id }: { id: number }) {
  const { t } = useLingui();
  const { data } = useQuery(sessionSeenBeforeOptions({ id }));
  const [last] = data?.sessions ?? [];
  if (!data?.first || !last) return null;
  const { count, first, sessions } = data;
  return (
    <Alert tone="info">
      <p>
        {count === 1 ? (
          <Trans>
            This document was verified once before, on <Time value={first} dateOnly />.
          </Trans>
        ) : (
          <Trans>
            This document was verified <Plural value={count} one="# time" other="# times" /> before: first on{' '}
            <Time value={first} dateOnly />, last on <Time value={last.verified} dateOnly />.
          </Trans>
        )}
      </p>
      <ul aria-label={t`Earlier sessions with this document`} className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {sessions.map((session) => (
          <Earlier key={session.id} {...session} />
        ))}
      </ul>
    </Alert>
  );
}

const Earlier = ({ id, verified, reference }: SameDocument) => (
  <li className="min-w-0">
    <LocaleLink to={`/session/${id}`} className={`link wrap-anywhere ${reference ? '' : 'font-mono'}`}>
      {reference ?? id}
    </LocaleLink>{' '}
    <span className="whitespace-nowrap text-muted">
      <Time value={verified} dateOnly />
    </span>
  </li>
);

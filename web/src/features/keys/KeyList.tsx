import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { useSuspenseQuery } from '@tanstack/react-query';
import { usersOptions } from '../../api/whole-lists';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { Time } from '../../ui/Time';
import { ButtonLink, LocaleLink } from '../navigation/LocaleLink';
import { DeleteUser } from '../users/DeleteUser';
import { RenameKey } from './RenameKey';
import { RotateKey } from './RotateKey';

export function KeyList() {
  const { t } = useLingui();
  const { users } = useSuspenseQuery(usersOptions()).data;
  const keys = users.filter(({ type }) => type === 'SERVICE');
  if (keys.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/integration-guide" variant="secondary">{t`How to use keys`}</ButtonLink>}>
        <Trans>No API keys yet. Your backend needs a pair to create sessions.</Trans>
      </EmptyState>
    );
  return (
    <ul className="space-y-4">
      {keys.map((key) => (
        <li key={key.id} className="rounded-md border border-hairline bg-raised p-3 sm:p-6">
          <Key user={key} />
        </li>
      ))}
    </ul>
  );
}

function Key({ user }: { user: AccountUser }) {
  const { t } = useLingui();
  return (
    <article aria-labelledby={`key-${user.id}`}>
      <h2 id={`key-${user.id}`} className="text-base font-medium">
        <LocaleLink to={`/user/${user.id}`} className="hover:text-accent hover:underline">
          {user.name ?? <Trans>Unnamed key</Trans>}
        </LocaleLink>
      </h2>
      {user.public_key && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4">
          <code className="min-w-0 font-mono text-sm break-all text-muted">{user.public_key}</code>
          <CopyButton text={user.public_key} label={t`Copy the public key`} className="-ms-3" />
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          <div>
            <dt className="caps">{t`Created`}</dt>
            <dd>
              <Time value={user.created} dateOnly />
            </dd>
          </div>
          <div>
            <dt className="caps">{t`Last used`}</dt>
            <dd>{user.last_used ? <Time value={user.last_used} /> : <Trans>Not used yet</Trans>}</dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2">
          <RenameKey user={user} size="small" />
          <RotateKey user={user} size="small" />
          <DeleteUser user={user} listPath="/api-keys" size="small" />
        </div>
      </div>
    </article>
  );
}

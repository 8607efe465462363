import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { inviteListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { may, useMay } from '../../../api/role';
import { usersOptions } from '../../../api/whole-lists';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { ButtonLink, LocaleLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { PendingInvites } from '../../../features/users/PendingInvites';
import { useRoleWords, useUserTypes } from '../../../features/users/user-words';
import { Breakable } from '../../../ui/Breakable';
import { Icon } from '../../../ui/Icon';
import { Time } from '../../../ui/Time';

type Search = { cursor?: string };

export const Route = createFileRoute('/{-$locale}/_signed-in/users')({
  validateSearch: ({ cursor }: Record<string, unknown>): Search =>
    cursor === undefined ? {} : { cursor: String(cursor) },
  loaderDeps: ({ search: { cursor } }) => (cursor ? { cursor } : {}),
  loader: ({ context, deps }) => context.prefetch(usersOptions(), may('invite.list') && inviteListOptions(deps)),
  component: Users,
});

function Users() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayInvite = useMay('invite.create');
  return (
    <Page title={t`Users`} lead={<Trans>The people in your account and the keys of your backends.</Trans>}>
      <div className="mb-10 grid gap-3 sm:flex sm:flex-wrap">
        {mayInvite && <ButtonLink to="/add-user" data-create>{t`Add a new user`}</ButtonLink>}
        <ButtonLink to="/add-keys" variant="secondary">{t`Add new API keys`}</ButtonLink>
      </div>
      <Load shape="rows" lines={3}>
        <UsersAndKeys />
      </Load>
      {mayInvite && (
        <LoadedSection
          id="pending"
          title={t`Pending invitations`}
          className="mt-14"
          shape="rows"
          lines={1}
          missing={<Trans>This page of invitations does not exist.</Trans>}
        >
          <PendingInvites {...search} />
        </LoadedSection>
      )}
    </Page>
  );
}

function UsersAndKeys() {
  const { t } = useLingui();
  const { users } = useSuspenseQuery(usersOptions()).data;
  const { people = [], keys = [] } = Object.groupBy(users, ({ type }) => (type === 'SERVICE' ? 'keys' : 'people'));
  return (
    <div className="space-y-14">
      <section aria-labelledby="people">
        <h2 id="people" className="display mb-4 text-xl">{t`People`}</h2>
        <UserList users={people} />
      </section>
      {keys.length > 0 && (
        <section aria-labelledby="keys">
          <h2 id="keys" className="display mb-4 text-xl">{t`API keys`}</h2>
          <UserList users={keys} />
        </section>
      )}
    </div>
  );
}

function UserList({ users }: { users: AccountUser[] }) {
  const types = useUserTypes();
  const { names } = useRoleWords();
  const limitsSomebody = users.some(({ role }) => role !== undefined && role !== 'owner');
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {users.map((user) => (
        <li key={user.id}>
          <LocaleLink
            to={`/user/${user.id}`}
            className="group grid grid-cols-[auto_1fr] items-center gap-x-4 py-4 hover:text-accent md:grid-cols-[auto_9fr_5fr_15rem]"
          >
            <Icon
              name={user.type === 'SERVICE' ? 'key' : 'user'}
              className="size-6 self-start text-muted group-hover:text-accent md:self-center"
            />
            <span className="min-w-0">
              <span className={`block wrap-anywhere ${user.type === 'SERVICE' ? 'font-mono text-sm' : ''}`}>
                <Breakable code={user.alias} />
              </span>
              {user.name && <span className="block text-sm text-muted">{user.name}</span>}
            </span>
            <span className="col-start-2 text-sm text-muted md:col-start-auto">
              {limitsSomebody && user.role && <span className="block text-ink">{names[user.role]}</span>}
              {types[user.type]}
            </span>
            <span className="col-start-2 text-sm text-muted md:col-start-auto">
              {user.last_used ? (
                <Trans>
                  Last used <Time value={user.last_used} />
                </Trans>
              ) : (
                <Trans>Not used yet</Trans>
              )}
            </span>
          </LocaleLink>
        </li>
      ))}
    </ul>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { auditListOptions, userGetOptions, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { may, useMay } from '../../../api/role';
import { usersOptions } from '../../../api/whole-lists';
import { LatestActions, latestOf } from '../../../features/audit/LatestActions';
import { RenameKey } from '../../../features/keys/RenameKey';
import { RotateKey } from '../../../features/keys/RotateKey';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { ButtonLink, LocaleLink } from '../../../features/navigation/LocaleLink';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { LatestRequests } from '../../../features/requests/LatestRequests';
import { ChangeRole } from '../../../features/users/ChangeRole';
import { DeleteUser } from '../../../features/users/DeleteUser';
import { OptionalRole } from '../../../features/users/RoleField';
import { useRoleWords, useUserTypes } from '../../../features/users/user-words';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

export const Route = createFileRoute('/{-$locale}/_signed-in/user/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(userGetOptions({ id }), userSelfOptions());
    if (!may('audit.list')) return;
    context.prefetch(auditListOptions(latestOf(id)), usersOptions());
  },
  component: User,
});

function User() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const { data: user } = useQuery({ ...userGetOptions({ id }), enabled: false });
  const isKey = user?.type === 'SERVICE';
  return (
    <Page
      back={{ to: '/users', name: <Trans>Users</Trans> }}
      title={user?.name ?? user?.alias ?? t`User`}
      // On one line, because it arrives after everything else is in place.
      heading={
        <span title={user?.alias} className={`block truncate ${isKey && !user.name ? 'font-mono' : ''}`}>
          {user?.name ?? user?.alias ?? t`User`}
        </span>
      }
    >
      <Load shape="facts" lines={5} missing={<Trans>There is no user or key with this id.</Trans>}>
        <Details id={id} />
      </Load>
    </Page>
  );
}

function Details({ id }: { id: number }) {
  const { t } = useLingui();
  const { data: user } = useSuspenseQuery(userGetOptions({ id }));
  const { data: self } = useSuspenseQuery(userSelfOptions());
  const types = useUserTypes();
  const { names } = useRoleWords();
  const mayChangeRole = useMay('user.change_role');
  const mayDelete = useMay('user.delete') && (user.type === 'SERVICE' || mayChangeRole);
  const oneself = self.id === user.id;
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section className="min-w-0 space-y-10">
        <KeyValue>
          <Fact name={t`User id`} value={user.id} mono />
          <Fact name={t`Type`} value={types[user.type]} />
          {user.role && user.role !== 'owner' && !mayChangeRole && <Fact name={t`Role`} value={names[user.role]} />}
          {/* Without a name the alias is the heading, from which a key can’t be copied whole. */}
          {(user.name || user.type === 'SERVICE') && (
            <Fact name={t`Alias`} value={user.alias} mono={user.type === 'SERVICE'} />
          )}
          <Fact name={t`Name`} value={user.name} />
          <Fact name={t({ message: 'Created', context: 'of a user' })} value={<Time value={user.created} />} />
          <Fact name={t`Last used`} value={user.last_used ? <Time value={user.last_used} /> : t`Not used yet`} />
        </KeyValue>
        {user.role === 'owner' && mayChangeRole && !oneself && (
          <div className="max-w-form">
            <OptionalRole>
              <ChangeRole user={user} role={user.role} />
            </OptionalRole>
          </div>
        )}
        {user.role && user.role !== 'owner' && mayChangeRole && <ChangeRole user={user} role={user.role} />}
        <div className="space-y-3">
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            {user.type === 'SERVICE' && (
              <>
                <RenameKey user={user} />
                <RotateKey user={user} />
              </>
            )}
            {oneself ? (
              <ButtonLink to="/sign-in-security" variant="secondary">{t`Sign-in and security`}</ButtonLink>
            ) : (
              mayDelete && <DeleteUser user={user} listPath="/users" />
            )}
          </div>
          {oneself && mayDelete && (
            <p className="text-sm text-muted">{t`This is you. Another user of the account can delete you.`}</p>
          )}
        </div>
      </section>
      <Activity user={user} />
    </div>
  );
}

function Activity({ user: { id, type } }: { user: AccountUser }) {
  const { t } = useLingui();
  const isKey = type === 'SERVICE';
  const maySee = useMay(isKey ? 'request.list' : 'audit.list');
  if (!maySee) return null;
  return (
    <LoadedSection title={isKey ? t`Latest requests` : t`Latest actions`} className="min-w-0" shape="table" lines={5}>
      {isKey ? (
        <>
          <LatestRequests filter={{ user_id: id }} />
          <LocaleLink to={`/requests?user_id=${id}`} className="link mt-4 inline-block text-sm">
            {t`All requests with this key`}
          </LocaleLink>
        </>
      ) : (
        <LatestActions user_id={id} />
      )}
    </LoadedSection>
  );
}

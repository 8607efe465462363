import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { usersOptions } from '../../../api/whole-lists';
import { KeyList } from '../../../features/keys/KeyList';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/api-keys')({
  loader: ({ context }) => context.prefetch(usersOptions()),
  component: ApiKeys,
});

function ApiKeys() {
  const { t } = useLingui();
  return (
    <Page title={t`API keys`} lead={<Trans>Your backends use a key to create sessions and read their results.</Trans>}>
      <p className="mb-8">
        <ButtonLink to="/add-keys" data-create>{t`Add new API keys`}</ButtonLink>
      </p>
      <Load shape="cards" lines={2}>
        <KeyList />
      </Load>
    </Page>
  );
}

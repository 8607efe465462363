import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useMay } from '../../../api/role';
import { LinkTable } from '../../../features/links/LinkTable';
import { linksOptions } from '../../../features/links/use-links';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/links')({
  loader: ({ context }) => context.prefetch(linksOptions()),
  component: Links,
});

function Links() {
  const { t } = useLingui();
  const mayCreate = useMay('link.create');
  return (
    <Page
      back={{ to: '/sessions', name: t`Sessions` }}
      title={t`Reusable links`}
      lead={t`One address for many people: on a poster, a website or in a message. Each person starts a session of their own.`}
    >
      {mayCreate && (
        <p className="mb-8">
          <ButtonLink to="/new-link" data-create>{t`Create a link`}</ButtonLink>
        </p>
      )}
      <Load shape="rows" lines={4}>
        <LinkTable />
      </Load>
    </Page>
  );
}

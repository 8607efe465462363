import { createFileRoute } from '@tanstack/react-router';
import changelog from '../../../../sdk/client/CHANGELOG.md';
import { ChangelogPage } from '../../features/changelog/ChangelogPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/changelog')({
  beforeLoad: ({ location }) => activate(localeOf(location.pathname), 'guides'),
  component: () => <ChangelogPage document={changelog} />,
});

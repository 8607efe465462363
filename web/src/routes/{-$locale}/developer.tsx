import { createFileRoute } from '@tanstack/react-router';
import { DeveloperPage } from '../../features/marketing/DeveloperPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/developer')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'marketing'),
  component: DeveloperPage,
});

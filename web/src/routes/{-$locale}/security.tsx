import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/marketing/SecurityPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/security')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'marketing'),
  component: SecurityPage,
});

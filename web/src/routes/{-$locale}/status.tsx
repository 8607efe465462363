import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/status/StatusPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/status')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'status'),
  component: StatusPage,
});

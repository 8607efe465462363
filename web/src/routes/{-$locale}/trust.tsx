import { createFileRoute } from '@tanstack/react-router';
import { TrustPage } from '../../features/trust/TrustPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/trust')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'coverage'),
  component: TrustPage,
});

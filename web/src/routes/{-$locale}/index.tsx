import { createFileRoute, redirect } from '@tanstack/react-router';
import { credentials } from '../../api/credentials';
import { Home } from '../../features/home/Home';
import { localeOf, withLocale } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/')({
  beforeLoad({ location }) {
    if (credentials.isAuthenticated()) throw redirect({ href: withLocale('/dashboard', localeOf(location.pathname)) });
  },
  component: Home,
});

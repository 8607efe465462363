import { createFileRoute } from '@tanstack/react-router';
import { BiometricPage } from '../../features/marketing/BiometricPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/biometric')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'marketing'),
  component: BiometricPage,
});

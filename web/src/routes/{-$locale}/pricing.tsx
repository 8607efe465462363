import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '../../features/pricing/PricingPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/pricing')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'pricing'),
  component: PricingPage,
});

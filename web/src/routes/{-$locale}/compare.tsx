import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '../../features/marketing/ComparePage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/compare')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'marketing'),
  component: ComparePage,
});

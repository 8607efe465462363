import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts, TermsPage } from '../../features/legal/LegalPage';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/terms')({
  loader: ({ location }) => loadLegalTexts('terms', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <TermsPage texts={Route.useLoaderData()} />,
});

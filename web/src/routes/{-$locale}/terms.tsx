import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts } from '../../features/legal/legal';
import { TermsPage, terms_texts } from '../../features/legal/TermsPage';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/terms')({
  loader: ({ location }) => loadLegalTexts(terms_texts, localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <TermsPage texts={Route.useLoaderData()} />,
});

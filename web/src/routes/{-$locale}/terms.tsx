import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts } from '../../features/legal/legal';
import { TermsPage, terms_texts } from '../../features/legal/TermsPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/terms')({
  loader: async ({ location }) => {
    const locale = localeOf(location.pathname);
    const [texts] = await Promise.all([loadLegalTexts(terms_texts, locale), activate(locale, 'legal')]);
    return texts;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <TermsPage texts={Route.useLoaderData()} />,
});

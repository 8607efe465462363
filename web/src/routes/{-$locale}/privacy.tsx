import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts } from '../../features/legal/legal';
import { PrivacyPage, privacy_texts } from '../../features/legal/PrivacyPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/privacy')({
  loader: async ({ location }) => {
    const locale = localeOf(location.pathname);
    const [texts] = await Promise.all([loadLegalTexts(privacy_texts, locale), activate(locale, 'legal')]);
    return texts;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <PrivacyPage texts={Route.useLoaderData()} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts } from '../../features/legal/legal';
import { PrivacyPage, privacy_texts } from '../../features/legal/PrivacyPage';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/privacy')({
  loader: ({ location }) => loadLegalTexts(privacy_texts, localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <PrivacyPage texts={Route.useLoaderData()} />,
});

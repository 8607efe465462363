import { createFileRoute } from '@tanstack/react-router';
import { guides } from '../../content/site-map';
import { GuidePage, loadGuide } from '../../features/guides/GuidePage';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/$guide')({
  params: { parse: ({ guide }) => guides.some(({ path }) => path === `/${guide}`) && { guide } },
  loader: ({ params, location }) => loadGuide(params.guide, localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  // Remounts for every guide, although the route is the same.
  remountDeps: ({ params }) => params,
  component: () => <GuidePage path={`/${Route.useParams().guide}`} document={Route.useLoaderData()} />,
});

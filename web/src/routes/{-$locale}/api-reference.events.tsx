import { createFileRoute } from '@tanstack/react-router';
import { EventsPage } from '../../features/reference/EventsPage';
import { loadEvents } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/events')({
  loader: loadEvents,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <EventsPage events={Route.useLoaderData()} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { AppLayout } from '../../features/app/AppLayout';
import { type AppContext, enterApp } from '../../features/app/enter-app';

/** Public screens that use the API: the demo, the reader, invitations, and undoing a change of email address. */
export const Route = createFileRoute('/{-$locale}/_live')({
  beforeLoad: (): Promise<AppContext> => enterApp(),
  component: AppLayout,
});

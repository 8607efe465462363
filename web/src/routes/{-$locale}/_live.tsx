import { createFileRoute } from '@tanstack/react-router';
import { AppLayout } from '../../features/app/AppLayout';
import { type AppContext, enterApp } from '../../features/app/enter-app';

/** Public screens that talk to the API: demo, reader, and the way back from a change of address. */
export const Route = createFileRoute('/{-$locale}/_live')({
  beforeLoad: (): Promise<AppContext> => enterApp(),
  component: AppLayout,
});

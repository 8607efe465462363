import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { ToastProvider } from '../../ui/Toast';
import { FailedLoad } from '../page/FailedLoad';
import { FreshProof } from '../security/FreshProof';
import { ConnectionNote } from './ConnectionNote';
import type { AppContext } from './enter-app';

export function AppLayout() {
  const { wordless } = useRouteContext({ strict: false }) as Partial<AppContext>;
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider lasting={<ConnectionNote />}>
        {wordless === undefined ? <Outlet /> : <FailedLoad error={wordless as Error} reset={() => {}} />}
        <FreshProof />
      </ToastProvider>
    </QueryClientProvider>
  );
}

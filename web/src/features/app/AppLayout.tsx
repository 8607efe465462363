import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { ToastProvider } from '../../ui/Toast';
import { FreshProof } from '../security/FreshProof';
import { ConnectionNote } from './ConnectionNote';

export function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider lasting={<ConnectionNote />}>
        <Outlet />
        <FreshProof />
      </ToastProvider>
    </QueryClientProvider>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client';
import { ToastProvider } from '../../ui/Toast';
import { ConnectionNote } from './ConnectionNote';
import { FreshProof } from '../security/FreshProof';

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

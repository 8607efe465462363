import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$locale}/_live/new_demo')({
  validateSearch: (search: Record<string, unknown>): { face_verification?: boolean } =>
    search['face_verification'] === true ? { face_verification: true } : {},
  beforeLoad({ search, params: { locale } }) {
    throw redirect({ to: '/{-$locale}/demo', params: { locale }, search, replace: true });
  },
});

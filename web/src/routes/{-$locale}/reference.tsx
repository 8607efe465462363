import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$locale}/reference')({
  beforeLoad({ location, params: { locale } }) {
    throw redirect({ to: '/{-$locale}/api-reference', params: { locale }, hash: location.hash, replace: true });
  },
});

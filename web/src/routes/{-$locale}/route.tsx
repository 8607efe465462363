import { createFileRoute, notFound } from '@tanstack/react-router';

export const Route = createFileRoute('/{-$locale}')({
  beforeLoad({ params }) {
    if (params.locale !== undefined && params.locale !== 'es') throw notFound();
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { ProviderSignIn } from '../../../features/auth/ProviderSignIn';
import { returnedFromProvider } from '../../../features/auth/returned-from-provider';

export const Route = createFileRoute('/{-$locale}/_signed-out/google')({
  beforeLoad: ({ location, preload }) => ({ returned: preload ? {} : returnedFromProvider(location) }),
  component: () => <ProviderSignIn name="google" returned={Route.useRouteContext().returned} />,
});

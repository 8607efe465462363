import { createFileRoute } from '@tanstack/react-router';
import { ProviderSignIn } from '../../../features/auth/ProviderSignIn';
import { returnedFromProvider } from '../../../features/auth/returned-from-provider';

export const Route = createFileRoute('/{-$locale}/_signed-out/microsoft')({
  beforeLoad: ({ location, preload }) => ({ returned: preload ? {} : returnedFromProvider(location) }),
  component: () => <ProviderSignIn name="microsoft" returned={Route.useRouteContext().returned} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { sigill } from '../../../api/client';
import { ProviderSignIn } from '../../../features/auth/ProviderSignIn';
import { returnedFromProvider } from '../../../features/auth/returned-from-provider';

export const Route = createFileRoute('/{-$locale}/_signed-out/microsoft')({
  beforeLoad: ({ location, preload }) => ({ returned: preload ? {} : returnedFromProvider(location) }),
  component: Microsoft,
});

function Microsoft() {
  return (
    <ProviderSignIn
      provider="Microsoft"
      name="microsoft"
      returned={Route.useRouteContext().returned}
      start={(state) => sigill.microsoft.uri({ state })}
      complete={(params) => sigill.microsoft.authenticate(params)}
    />
  );
}

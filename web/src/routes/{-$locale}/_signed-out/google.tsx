import { createFileRoute } from '@tanstack/react-router';
import { sigill } from '../../../api/client';
import { ProviderSignIn } from '../../../features/auth/ProviderSignIn';
import { returnedFromProvider } from '../../../features/auth/returned-from-provider';

export const Route = createFileRoute('/{-$locale}/_signed-out/google')({
  beforeLoad: ({ location, preload }) => ({ returned: preload ? {} : returnedFromProvider(location) }),
  component: Google,
});

function Google() {
  return (
    <ProviderSignIn
      provider="Google"
      name="google"
      returned={Route.useRouteContext().returned}
      start={(state) => sigill.google.uri({ state })}
      complete={(params) => sigill.google.authenticate(params)}
    />
  );
}

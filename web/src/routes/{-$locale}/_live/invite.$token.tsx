import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../../../features/users/InvitationPage';

/** The target of the link in the email to an invited person. Opening it changes nothing, since mail programs open links too. */
export const Route = createFileRoute('/{-$locale}/_live/invite/$token')({ component: Invite });

function Invite() {
  const { token } = Route.useParams();
  return <InvitationPage key={token} reference={token} />;
}

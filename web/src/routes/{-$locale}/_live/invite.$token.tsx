import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../../../features/users/InvitationPage';

/** Where the link in the email to an invited person leads. Opening it changes nothing, because mail programs open links too. */
export const Route = createFileRoute('/{-$locale}/_live/invite/$token')({ component: Invite });

function Invite() {
  const { token } = Route.useParams();
  return <InvitationPage key={token} reference={token} />;
}

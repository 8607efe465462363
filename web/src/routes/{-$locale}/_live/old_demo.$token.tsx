import { createFileRoute } from '@tanstack/react-router';
import { OldDemoSession } from '../../../features/demo/OldDemoSession';

export const Route = createFileRoute('/{-$locale}/_live/old_demo/$token')({ component: Session });

function Session() {
  const { token } = Route.useParams();
  return <OldDemoSession key={token} token={token} />;
}

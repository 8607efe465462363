import { problemOf } from '../../api/problem';
import { Alert } from '../../ui/Alert';

export function ProblemAlert({ error }: { error: unknown }) {
  if (!error) return null;
  const { text, request_id } = problemOf(error);
  return <Alert requestId={request_id}>{text}</Alert>;
}

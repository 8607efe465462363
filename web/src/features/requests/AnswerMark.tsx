import type { ApiRequest } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';

const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

/** The status of an answer, and the code of what it refused. */
export function AnswerMark({ status, code }: Pick<ApiRequest, 'status' | 'code'>) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <StateMark tone={status >= FIRST_FAILURE ? 'bad' : status >= FIRST_REFUSAL ? 'warning' : 'good'}>
        {status}
      </StateMark>
      {code && <span className="font-mono text-xs wrap-anywhere">{code}</span>}
    </span>
  );
}

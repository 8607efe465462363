import type { ApiRequest } from '@sigill/sdk/portal';
import { Fragment } from 'react';
import { StateMark } from '../../ui/Badge';

const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

/** The status of a response, and its error code if any. */
export function AnswerMark({ status, code }: Pick<ApiRequest, 'status' | 'code'>) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <StateMark tone={status >= FIRST_FAILURE ? 'bad' : status >= FIRST_REFUSAL ? 'warning' : 'good'}>
        {status}
      </StateMark>
      {code && <span className="font-mono text-xs">{code.split('_').map(breakable)}</span>}
    </span>
  );
}

/** Lets a long code wrap between its words. */
const breakable = (word: string, index: number) => (
  <Fragment key={word}>
    {index > 0 && (
      <>
        _<wbr />
      </>
    )}
    {word}
  </Fragment>
);

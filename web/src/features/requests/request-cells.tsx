import type { ApiRequest } from '@sigill/sdk/portal';
import { Fragment } from 'react';
import { StateMark } from '../../ui/Badge';
import { SessionLink } from '../sessions/session-cells';

const NOT_FOUND = 404;
const FIRST_REFUSAL = 400;
const FIRST_FAILURE = 500;

export function ResponseMark({ status, code }: Pick<ApiRequest, 'status' | 'code'>) {
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

/** The session that a request named. If the response was 404, there is no page to link to. */
export const NamedSession = ({ id, status }: { id: number; status: number }) =>
  status === NOT_FOUND ? <span className="font-mono">{id}</span> : <SessionLink id={id} />;

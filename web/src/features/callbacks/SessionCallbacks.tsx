import { useLingui } from '@lingui/react/macro';
import { callbackListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LocaleLink } from '../navigation/LocaleLink';
import { CallbackTable } from './CallbackTable';

/** The newest callbacks of a session. */
export function SessionCallbacks({ session_id }: { session_id: number }) {
  const { t } = useLingui();
  const { callbacks } = useSuspenseQuery(callbackListOptions({ session_id })).data;
  if (callbacks.length === 0) return <p className="text-sm text-muted">{t`No callbacks sent.`}</p>;
  return (
    <>
      <CallbackTable callbacks={callbacks} ofOneSession />
      <LocaleLink to={`/callbacks?session_id=${session_id}`} className="link mt-4 inline-block text-sm">
        {t`All callbacks for this session`}
      </LocaleLink>
    </>
  );
}

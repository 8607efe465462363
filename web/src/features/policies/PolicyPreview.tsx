import { Trans, useLingui } from '@lingui/react/macro';
import type { PolicyPreviewParams, PreviewOutcome } from '@sigill/sdk/portal';
import { policyPreviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { BriefTime } from '../../ui/BriefTime';
import { Headings, Table, Td, Th } from '../../ui/Table';
import { failureTexts } from '../sessions/failure-texts.gen';
import { SessionLink, SessionStateMark } from '../sessions/session-cells';

export function PolicyPreview({ of }: { of: PolicyPreviewParams }) {
  const { t } = useLingui();
  const { sessions, specimens, not_judged, face_not_compared } = useSuspenseQuery(policyPreviewOptions(of)).data;
  const differing = sessions.filter(({ was, would }) => was.state !== would.state);
  const [count, all] = [differing.length, sessions.length];
  return (
    <div className="space-y-6 text-sm">
      <p role="status">
        {count === 0 ? (
          <Trans>All {all} past specimen sessions that can be judged would end as they did.</Trans>
        ) : (
          <Trans>
            {count} of {all} past specimen sessions would end differently.
          </Trans>
        )}{' '}
        {not_judged > 0 && <Trans>{not_judged} cannot be judged, because their data was deleted or not kept.</Trans>}{' '}
        {face_not_compared > 0 && <Trans>{face_not_compared} had no face to compare.</Trans>}
      </p>
      {count > 0 && (
        <Table caption={t`Sessions that would end differently`} stacked>
          <Headings names={[t`Session`, t`Ended`, t`It was`, t`It would be`]} />
          <tbody>
            {differing.map(({ id, ended, was, would }) => (
              <tr key={id}>
                <Td>
                  <SessionLink id={id} />
                </Td>
                <Td>
                  <BriefTime value={ended} />
                </Td>
                <Td>
                  <Outcome of={was} />
                </Td>
                <Td>
                  <Outcome of={would} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Table caption={t`Specimens`} stacked>
        <Headings names={[t`Specimen`, t`It would be`]} />
        <tbody>
          {specimens.map(({ name, title, would }) => (
            <tr key={name}>
              <Th scope="row" className="py-3 text-start">
                {title}
              </Th>
              <Td>
                <Outcome of={would} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Outcome({ of: { state, failure_code } }: { of: PreviewOutcome }) {
  const { i18n } = useLingui();
  return (
    <>
      <SessionStateMark state={state} />
      {failure_code && <span className="block text-muted">{i18n._(failureTexts[failure_code])}</span>}
    </>
  );
}

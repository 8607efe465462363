import { Trans } from '@lingui/react/macro';
import type { SessionEnd } from '@sigill/reader';
import type { FaultName } from '@sigill/reader/virtual-chip';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { ProblemAlert } from '../forms/ProblemAlert';
import { Load } from '../loading/Load';
import { Conversation } from './Conversation';
import { FaultChooser } from './FaultChooser';
import { ReadingSteps } from './ReadingSteps';
import { SpecimenChooser } from './SpecimenChooser';
import { useReading } from './use-reading';

/** Replaces the phone: the user chooses a specimen document and has it read. */
export function SpecimenReader({
  token,
  specimen = 'genuine',
  onEnd,
}: {
  token: string;
  specimen?: string;
  onEnd?: (end: SessionEnd) => void;
}) {
  const [chosen, choose] = useState(specimen);
  const [fault, goWrong] = useState<FaultName>();
  const reading = useReading(token, onEnd);
  const submitted = reading.isPending || reading.isSuccess;
  return (
    <Load lines={6}>
      <div className="space-y-6">
        <SpecimenChooser value={chosen} onChange={choose} disabled={submitted} />
        <FaultChooser value={fault} onChange={goWrong} disabled={submitted} />
        <ProblemAlert error={reading.error} />
        {!reading.isSuccess && (
          <Button loading={reading.isPending} onClick={() => reading.mutate({ name: chosen, fault })}>
            <Trans>Read this document</Trans>
          </Button>
        )}
        {reading.steps.length > 0 && <ReadingSteps steps={reading.steps} />}
        {reading.said.length > 0 && <Conversation said={reading.said} />}
      </div>
    </Load>
  );
}

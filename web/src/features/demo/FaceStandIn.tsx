import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchFile } from '../../api/service-files';
import { Alert } from '../../ui/Alert';
import { Options, SelectField } from '../../ui/Field';

const CHOICE = '/_local/face/choice';
const queryKey = ['face-stand-in'];

async function readChoice(init?: RequestInit): Promise<string> {
  const response = await fetchFile(CHOICE, init);
  return ((await response.json()) as { choice: string }).choice;
}

/** In local mode, chooses what the stand-in for a face provider answers (server/stand-ins/face-provider.ts). */
export function FaceStandIn() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: choice = 'off' } = useQuery({ queryKey, queryFn: () => readChoice() });
  const change = useMutation({
    mutationFn: (choice: string) =>
      readChoice({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ choice }),
      }),
    onSuccess: (chosen) => queryClient.setQueryData(queryKey, chosen),
  });
  return (
    <div className="mb-10 measure space-y-4">
      <SelectField
        label={t`Face provider (stand-in)`}
        value={change.isPending ? change.variables : choice}
        onChange={({ target }) => change.mutate(target.value)}
      >
        <Options
          names={[
            ['off', t`None: a demonstration compares the pictures`],
            ['passed', t`Passed: the face matches and is live`],
            ['mismatch', t`The face does not match`],
            ['not_live', t`The face matches but is not live`],
            ['slow', t`Slow, then passed`],
            ['unavailable', t`Unavailable`],
            ['nonsense', t`A nonsensical response`],
          ]}
        />
      </SelectField>
      {choice !== 'off' && (
        <Alert>
          <Trans>A stand-in for a face provider decides. It looks at no picture and answers as chosen here.</Trans>
        </Alert>
      )}
    </div>
  );
}

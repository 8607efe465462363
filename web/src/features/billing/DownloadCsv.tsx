import type { StreamedFile } from '@sigill/sdk/portal/streams';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { saveBlob } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';

type Props = Pick<ComponentProps<typeof Button>, 'size'> & { load: () => Promise<StreamedFile>; children: ReactNode };

export function DownloadCsv({ load, size = 'small', children }: Props) {
  const { isPending, error, mutate } = useMutation({
    networkMode: 'always',
    async mutationFn() {
      const { name, type, content } = await load();
      // The browser owns the blob and keeps large ones on disk.
      saveBlob(await new Response(content, { headers: { 'content-type': type } }).blob(), name);
    },
  });
  return (
    <>
      <Button variant="secondary" size={size} loading={isPending} onClick={() => mutate()}>
        {children}
      </Button>
      <ProblemAlert error={error} />
    </>
  );
}

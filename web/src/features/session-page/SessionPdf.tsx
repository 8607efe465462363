import { useLingui } from '@lingui/react/macro';
import { sessionPdfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { usePageLocale } from '../coverage/use-page-locale';
import { download } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';

export function SessionPdf({ id }: { id: number }) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const queryClient = useQueryClient();
  const save = useMutation({
    // Fetched for every download, because the PDF contains its date, and the identity data may have been deleted since the last
    // one.
    mutationFn: () => queryClient.fetchQuery({ ...sessionPdfOptions({ id, locale }), staleTime: 0, gcTime: 0 }),
    onSuccess: ({ pdf, file_name }) => download(pdf, file_name, 'application/pdf'),
  });
  return (
    <div data-print="hidden" className="space-y-3">
      <Button variant="secondary" loading={save.isPending} onClick={() => save.mutate()}>{t`Download PDF`}</Button>
      <ProblemAlert error={save.error} />
    </div>
  );
}

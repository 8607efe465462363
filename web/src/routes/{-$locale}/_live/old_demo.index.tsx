import { Trans, useLingui } from '@lingui/react/macro';
import { demoCreateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { FaceSwitch } from '../../../features/demo/FaceSwitch';
import { Form } from '../../../features/forms/Form';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { SitePage } from '../../../features/page/SitePage';

export const Route = createFileRoute('/{-$locale}/_live/old_demo/')({ component: OldDemo });

function OldDemo() {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const form = useForm({ defaultValues: { face_verification: false } });
  const create = useMutation({
    ...demoCreateMutation(),
    onSuccess: ({ token }) => navigate({ to: '/{-$locale}/old_demo/$token', params: (at) => ({ ...at, token }) }),
  });
  return (
    <SitePage
      name="old_demo"
      title={t`Demo of the web client script`}
      description={t`The older way to integrate: a script in your page opens the session and follows its state.`}
      lead={
        <Trans>
          The older way to integrate: a script in your page opens the session and follows its state. The{' '}
          <TextLink to="/demo">demo</TextLink> shows the recommended one.
        </Trans>
      }
    >
      <div className="max-w-form">
        <Form form={form} call={create} submit={t`Create demo session`}>
          <FaceSwitch {...form.register('face_verification')} />
        </Form>
      </div>
    </SitePage>
  );
}

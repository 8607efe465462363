import { useLingui } from '@lingui/react/macro';
import type { SessionCreateParams, VerificationSession } from '@sigill/sdk/portal';
import { sessionCreateMutation, sessionListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useFinish } from '../forms/use-finish';
import { ButtonLink } from '../navigation/LocaleLink';
import { failureTexts } from '../sessions/failure-texts.gen';
import { rememberLink } from '../sessions/known-link';

export function NextStep({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const mayCreate = useMay('session.create');
  const create = useAgain();
  const code = 'failure' in session ? session.failure.code : undefined;
  const isKnown = code !== undefined && Object.hasOwn(failureTexts, code);
  if (!mayCreate && !isKnown) return null;
  return (
    <div className="mt-3 space-y-3">
      <div className="flex flex-wrap gap-3">
        {mayCreate && (
          <Button
            size="small"
            loading={create.isPending || create.isSuccess}
            onClick={() => create.mutate(another(session))}
          >
            {session.reference ? t`New session for this reference` : t`New session like this one`}
          </Button>
        )}
        {isKnown && (
          <ButtonLink to="/failure-guide" hash={code} variant="secondary" size="small">
            {t`What to do about it`}
          </ButtonLink>
        )}
      </div>
      <ProblemAlert error={create.error} />
    </div>
  );
}

/** The options for another session like this one. If it has a policy, the policy's current rules apply. */
function another(session: VerificationSession): SessionCreateParams {
  const { reference, callback_url, locale, claims, policy, specimen } = session;
  const { face_verification, passport_only, require_clone_protection, refuse_weak } = session;
  const rules = { face_verification, passport_only, require_clone_protection, refuse_weak };
  return {
    ...(reference !== undefined && { reference }),
    ...(callback_url !== undefined && { callback_url }),
    ...(locale !== undefined && { locale }),
    ...(claims !== undefined && { claims }),
    ...(specimen && { specimen }),
    ...(policy
      ? { policy: policy.name }
      : (Object.fromEntries(Object.entries(rules).filter(([, on]) => on)) as object)),
  };
}

function useAgain() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const finish = useFinish();
  return useMutation({
    ...sessionCreateMutation(),
    async onSuccess({ id, open_url }) {
      rememberLink(queryClient, id, { open_url });
      await queryClient.invalidateQueries({ queryKey: sessionListQueryKey() });
      await finish(`/session/${id}`, t`New session created.`);
    },
  });
}

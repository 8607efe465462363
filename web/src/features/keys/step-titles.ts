import { useLingui } from '@lingui/react/macro';

/** What follows once the keys exist: announced beside the form, and then the headings of the steps with their code. */
export function useStepTitles() {
  const { t } = useLingui();
  return [
    t`Add the keys to your backend’s environment`,
    t`Install the SDK`,
    t`Create a session and send the person its link`,
    t`Receive callbacks on your machine`,
  ] as const;
}

import { useLingui } from '@lingui/react/macro';

/** The steps after the keys exist: a list beside the form, and later the headings above the code of each step. */
export function useStepTitles() {
  const { t } = useLingui();
  return [
    t`Add the keys to your backend’s environment`,
    t`Install the SDK`,
    t`Create a session and send the person its link`,
    t`Receive callbacks on your machine`,
  ] as const;
}

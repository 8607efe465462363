import { useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { formatCount } from '../../ui/format';

export function useDifferences(): { name: string; chip: string; photo: string }[] {
  const { t, i18n } = useLingui();
  const persons = formatCount(facts.coverage_persons, i18n.locale);
  return [
    {
      name: t`Data capture`,
      chip: t`Read digitally, character for character as the state wrote it`,
      photo: t`Read from a picture by character recognition`,
    },
    {
      name: t`Accuracy`,
      chip: t`Exact. You receive what was signed; one changed character fails the check`,
      photo: t`As good as the light, the focus and the wear of the document allow`,
    },
    {
      name: t`Success signal`,
      chip: t`One word, approved or rejected, backed by the verdict of each check`,
      photo: t`A score, and a threshold that someone has to choose`,
    },
    {
      name: t`Acceptance`,
      chip: t`Documents with a chip: more than ${persons} natural persons`,
      photo: t`Any document that can be photographed, even one without protection`,
    },
    {
      name: t`Response time`,
      chip: t`Computed as soon as the chip is read, with no one in between`,
      photo: t`Waits for a person whenever a picture is in doubt`,
    },
    {
      name: t`Portrait image`,
      chip: t`The image file that the state stored in the chip`,
      photo: t`A photograph of a print, below laminate and glare`,
    },
    {
      name: t`Authenticity`,
      chip: t`The issuing state’s digital signature, checked each time`,
      photo: t`Printed features, judged from a picture`,
    },
    {
      name: t`Fraud protection`,
      chip: t`Changed data no longer matches the signature and is refused`,
      photo: t`A picture can be edited or, today, generated`,
    },
    {
      name: t`Clone protection`,
      chip: t`The chip proves that it is the original, where the document supports it`,
      photo: t`A good copy looks like the original`,
    },
  ];
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { FaultName } from '@sigill/reader/virtual-chip';
import { Options, SelectField } from '../../ui/Field';

type Props = { value: FaultName | undefined; onChange: (fault: FaultName | undefined) => void; disabled?: boolean };

export function FaultChooser({ value, onChange, disabled }: Props) {
  const { t, i18n } = useLingui();
  const names = Object.keys(titles) as FaultName[];
  return (
    <SelectField
      label={t`What goes wrong`}
      hint={value && i18n._(effects[value])}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(names.find((name) => name === target.value))}
      className="max-w-form"
    >
      <option value="">{t`Nothing`}</option>
      <Options names={names.map((name) => [name, i18n._(titles[name])])} />
    </SelectField>
  );
}

const titles: Record<FaultName, MessageDescriptor> = {
  'field-lost': msg`Phone slips away`,
  'field-gone': msg`Document removed`,
  'wrong-key': msg`Key of another document`,
  'password-blocked': msg`Number blocked`,
  'no-application': msg`Bank card`,
  slow: msg`Slow chip`,
  'short-reads': msg`Short reads`,
  'wrong-length': msg`Exact lengths only`,
  'extended-length-refused': msg`Extended length refused`,
  'answers-in-parts': msg`Responses in parts`,
  'bac-only': msg`BAC only`,
  'pace-only': msg`PACE only`,
  'pace-cam': msg`PACE with Chip Authentication Mapping`,
  'pace-unknown': msg`Unknown PACE variant`,
  'access-closed': msg`No access`,
  'pace-breaks': msg`PACE breaks off`,
  'pace-step-empty': msg`PACE interrupted`,
  'pace-key-invalid': msg`Invalid public key`,
  'pace-token-wrong': msg`Chip does not know the key`,
  'bac-proof-wrong': msg`Faked Basic Access Control`,
  'wrong-mac': msg`Altered response`,
  'keys-forgotten': msg`Chip forgets its keys`,
  'read-refused': msg`Reading refused`,
  'internal-error': msg`Chip error`,
  gibberish: msg`One-byte response`,
  'answers-endless': msg`Endless response`,
  'file-padded': msg`File longer than declared`,
  'file-endless': msg`Endless file`,
  'file-cut-short': msg`File cut short`,
  'file-garbage': msg`Damaged file`,
  'com-missing': msg`No EF.COM`,
  'portrait-missing': msg`No portrait`,
  'challenge-unanswered': msg`Challenge not answered`,
  'challenge-wrong': msg`Wrong proof`,
  'chip-authentication-refused': msg`Chip Authentication refused`,
};

const effects: Record<FaultName, MessageDescriptor> = {
  'field-lost': msg`The chip loses power for a moment. Reading continues where it stopped.`,
  'field-gone': msg`The chip stops responding and never comes back.`,
  'wrong-key': msg`The MRZ does not match this chip, as after a typing mistake.`,
  'password-blocked': msg`After too many failed attempts the chip no longer accepts any key.`,
  'no-application': msg`There is a chip, but no passport on it.`,
  slow: msg`Every command is slow.`,
  'short-reads': msg`The chip returns fewer bytes than requested.`,
  'wrong-length': msg`The chip refuses requests for more bytes than it has, and says how many it has.`,
  'extended-length-refused': msg`The chip announces long responses and then refuses them.`,
  'answers-in-parts': msg`Long responses have to be fetched piece by piece.`,
  'bac-only': msg`A first-generation document, without PACE.`,
  'pace-only': msg`A chip that refuses Basic Access Control.`,
  'pace-cam': msg`The chip proves its key while it is being opened.`,
  'pace-unknown': msg`The chip offers no variant that this reader supports.`,
  'access-closed': msg`The chip offers neither PACE nor BAC.`,
  'pace-breaks': msg`The chip ends PACE midway and refuses everything until the next contact.`,
  'pace-step-empty': msg`The chip sends an empty response to a PACE step.`,
  'pace-key-invalid': msg`The chip sends a key that is not on the curve.`,
  'pace-token-wrong': msg`The chip only pretends to have agreed on a key.`,
  'bac-proof-wrong': msg`An old chip only pretends to know the key.`,
  'wrong-mac': msg`Someone alters a response between chip and reader.`,
  'keys-forgotten': msg`The chip no longer recognizes the secure channel.`,
  'read-refused': msg`The chip refuses further reading.`,
  'internal-error': msg`The chip reports an error without saying which.`,
  gibberish: msg`A response is too short to be valid.`,
  'answers-endless': msg`Every response announces another part, without end.`,
  'file-padded': msg`The portrait is followed by bytes that do not belong to it.`,
  'file-endless': msg`The portrait claims to be 16 MB long.`,
  'file-cut-short': msg`The portrait ends halfway through.`,
  'file-garbage': msg`The security object contains no valid data.`,
  'com-missing': msg`The list of files is missing. The signed list says the same.`,
  'portrait-missing': msg`The portrait is listed, but the chip does not have it.`,
  'challenge-unanswered': msg`The chip stops responding when asked to prove itself.`,
  'challenge-wrong': msg`The chip signs with another key. Only the service can tell.`,
  'chip-authentication-refused': msg`The chip does not know the key that it announces.`,
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FaultName } from '@sigill/reader/virtual-chip';

type Text = { title: MessageDescriptor; happens: MessageDescriptor };

/** Possible chip faults, in plain words. */
export const faultTexts: Record<FaultName, Text> = {
  'field-lost': {
    title: msg`Phone slips away`,
    happens: msg`The chip loses power for a moment. Reading goes on where it stopped.`,
  },
  'field-gone': { title: msg`Document taken away`, happens: msg`The chip stops answering and never comes back.` },
  'wrong-key': {
    title: msg`Key of another document`,
    happens: msg`The MRZ is not that of this chip, as after a typing mistake.`,
  },
  'password-blocked': {
    title: msg`Number blocked`,
    happens: msg`After too many wrong tries the chip takes no key any more.`,
  },
  'no-application': { title: msg`Bank card`, happens: msg`There is a chip, but no passport on it.` },
  slow: { title: msg`Slow chip`, happens: msg`Every command takes its time.` },
  'short-reads': { title: msg`Short reads`, happens: msg`The chip gives fewer bytes than it is asked for.` },
  'wrong-length': {
    title: msg`Exact lengths only`,
    happens: msg`The chip refuses to be asked for more bytes than it gives, and says how many that are.`,
  },
  'extended-length-refused': {
    title: msg`Extended length refused`,
    happens: msg`The chip promises long answers and then refuses them.`,
  },
  'answers-in-parts': { title: msg`Answers in parts`, happens: msg`Long answers have to be fetched piece by piece.` },
  'bac-only': { title: msg`BAC only`, happens: msg`A document of the first generation, which does not know PACE.` },
  'pace-only': { title: msg`PACE only`, happens: msg`A chip that refuses Basic Access Control.` },
  'pace-cam': {
    title: msg`PACE with Chip Authentication Mapping`,
    happens: msg`The chip proves its key while it is being opened.`,
  },
  'pace-unknown': { title: msg`Unknown way of PACE`, happens: msg`The chip offers nothing that this reader knows.` },
  'access-closed': { title: msg`No way in`, happens: msg`The chip offers neither PACE nor BAC.` },
  'pace-step-empty': { title: msg`PACE breaks off`, happens: msg`A step of PACE is answered with nothing.` },
  'pace-key-invalid': {
    title: msg`Impossible public key`,
    happens: msg`The chip sends a key that is on no curve.`,
  },
  'pace-token-wrong': {
    title: msg`Chip does not know the key`,
    happens: msg`The chip only pretends to have agreed on a key.`,
  },
  'bac-proof-wrong': {
    title: msg`Guessed Basic Access Control`,
    happens: msg`An old chip only pretends to know the key.`,
  },
  'wrong-mac': { title: msg`Changed answer`, happens: msg`Somebody changes an answer between chip and reader.` },
  'keys-forgotten': { title: msg`Chip forgets its keys`, happens: msg`The chip no longer knows the channel.` },
  'read-refused': { title: msg`Reading refused`, happens: msg`The chip refuses to be read any further.` },
  'internal-error': { title: msg`Chip in trouble`, happens: msg`The chip reports an error and does not say which.` },
  gibberish: { title: msg`Answer of one byte`, happens: msg`An answer is shorter than any answer can be.` },
  'answers-endless': {
    title: msg`Answer without end`,
    happens: msg`Every answer announces another part, and none is the last.`,
  },
  'file-padded': {
    title: msg`File longer than it says`,
    happens: msg`Bytes follow the portrait that do not belong to it.`,
  },
  'file-endless': { title: msg`File without end`, happens: msg`The portrait claims to be 16 MB long.` },
  'file-cut-short': { title: msg`File cut short`, happens: msg`The portrait ends in its middle.` },
  'file-garbage': { title: msg`Damaged file`, happens: msg`The security object is no data at all.` },
  'com-missing': { title: msg`No EF.COM`, happens: msg`The list of files is missing. The signed one says the same.` },
  'portrait-missing': { title: msg`No portrait`, happens: msg`The portrait is listed, and the chip does not have it.` },
  'challenge-unanswered': {
    title: msg`Challenge never answered`,
    happens: msg`The chip falls silent when it is to prove itself.`,
  },
  'challenge-wrong': {
    title: msg`Wrong proof`,
    happens: msg`The chip signs with another key. Only the service can tell.`,
  },
  'chip-authentication-refused': {
    title: msg`Chip Authentication refused`,
    happens: msg`The chip does not know the key that it announces.`,
  },
};

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FaultName } from '@sigill/reader/virtual-chip';

type Text = { title: MessageDescriptor; happens: MessageDescriptor };

/** Possible chip faults, in plain words. */
export const faultTexts: Record<FaultName, Text> = {
  'field-lost': {
    title: msg`Phone slips away`,
    happens: msg`The chip loses power for a moment. Reading continues where it stopped.`,
  },
  'field-gone': { title: msg`Document removed`, happens: msg`The chip stops responding and never comes back.` },
  'wrong-key': {
    title: msg`Key of another document`,
    happens: msg`The MRZ does not match this chip, as after a typing mistake.`,
  },
  'password-blocked': {
    title: msg`Number blocked`,
    happens: msg`After too many failed attempts the chip no longer accepts any key.`,
  },
  'no-application': { title: msg`Bank card`, happens: msg`There is a chip, but no passport on it.` },
  slow: { title: msg`Slow chip`, happens: msg`Every command is slow.` },
  'short-reads': { title: msg`Short reads`, happens: msg`The chip returns fewer bytes than requested.` },
  'wrong-length': {
    title: msg`Exact lengths only`,
    happens: msg`The chip refuses requests for more bytes than it has, and says how many it has.`,
  },
  'extended-length-refused': {
    title: msg`Extended length refused`,
    happens: msg`The chip announces long responses and then refuses them.`,
  },
  'answers-in-parts': {
    title: msg`Responses in parts`,
    happens: msg`Long responses have to be fetched piece by piece.`,
  },
  'bac-only': { title: msg`BAC only`, happens: msg`A first-generation document, without PACE.` },
  'pace-only': { title: msg`PACE only`, happens: msg`A chip that refuses Basic Access Control.` },
  'pace-cam': {
    title: msg`PACE with Chip Authentication Mapping`,
    happens: msg`The chip proves its key while it is being opened.`,
  },
  'pace-unknown': {
    title: msg`Unknown PACE variant`,
    happens: msg`The chip offers no variant that this reader supports.`,
  },
  'access-closed': { title: msg`No access`, happens: msg`The chip offers neither PACE nor BAC.` },
  'pace-step-empty': { title: msg`PACE interrupted`, happens: msg`The chip sends an empty response to a PACE step.` },
  'pace-key-invalid': {
    title: msg`Invalid public key`,
    happens: msg`The chip sends a key that is not on the curve.`,
  },
  'pace-token-wrong': {
    title: msg`Chip does not know the key`,
    happens: msg`The chip only pretends to have agreed on a key.`,
  },
  'bac-proof-wrong': {
    title: msg`Faked Basic Access Control`,
    happens: msg`An old chip only pretends to know the key.`,
  },
  'wrong-mac': { title: msg`Altered response`, happens: msg`Someone alters a response between chip and reader.` },
  'keys-forgotten': {
    title: msg`Chip forgets its keys`,
    happens: msg`The chip no longer recognizes the secure channel.`,
  },
  'read-refused': { title: msg`Reading refused`, happens: msg`The chip refuses further reading.` },
  'internal-error': { title: msg`Chip error`, happens: msg`The chip reports an error without saying which.` },
  gibberish: { title: msg`One-byte response`, happens: msg`A response is too short to be valid.` },
  'answers-endless': {
    title: msg`Endless response`,
    happens: msg`Every response announces another part, without end.`,
  },
  'file-padded': {
    title: msg`File longer than declared`,
    happens: msg`The portrait is followed by bytes that do not belong to it.`,
  },
  'file-endless': { title: msg`Endless file`, happens: msg`The portrait claims to be 16 MB long.` },
  'file-cut-short': { title: msg`File cut short`, happens: msg`The portrait ends halfway through.` },
  'file-garbage': { title: msg`Damaged file`, happens: msg`The security object contains no valid data.` },
  'com-missing': { title: msg`No EF.COM`, happens: msg`The list of files is missing. The signed list says the same.` },
  'portrait-missing': { title: msg`No portrait`, happens: msg`The portrait is listed, but the chip does not have it.` },
  'challenge-unanswered': {
    title: msg`Challenge not answered`,
    happens: msg`The chip stops responding when asked to prove itself.`,
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

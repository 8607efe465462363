/**
 * Asks the person at the device to prove again that it is them. The client asks when the service wants it, and the portal shows how:
 * a dialog over whatever is on the page.
 */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let leadToSetUp: (() => void) | undefined;
let isSetUpDue = false;
let asking: Promise<boolean> | undefined;

/** @returns what takes the dialog away again. */
export function askForProofWith(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = undefined;
  };
}

/** Whether the person has proved it. Calls at the same time share one question. */
export function askForProof(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** `lead` shows where a second factor is set up, because the account requires one. @returns what ends that. */
export function leadToSetUpWith(lead: () => void): () => void {
  leadToSetUp = lead;
  if (isSetUpDue) goToSetUp();
  return () => {
    if (leadToSetUp === lead) leadToSetUp = undefined;
  };
}

/** A loader may ask before anything is on the page that could lead there. */
export function goToSetUp(): void {
  isSetUpDue = leadToSetUp === undefined;
  leadToSetUp?.();
}

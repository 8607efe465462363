/** Asks the person to confirm their identity again. The client decides when to ask, and the portal provides the dialog. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let leadToSetUp: (() => void) | undefined;
let isSetUpDue = false;
let asking: Promise<boolean> | undefined;

/** @returns a function that removes the dialog again. */
export function askForProofWith(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = undefined;
  };
}

/** Concurrent calls share one request. */
export function askForProof(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** `lead` opens the page for setting up a second factor. @returns a function that unregisters it. */
export function leadToSetUpWith(lead: () => void): () => void {
  leadToSetUp = lead;
  if (isSetUpDue) goToSetUp();
  return () => {
    if (leadToSetUp === lead) leadToSetUp = undefined;
  };
}

/** If a loader calls this first, the page opens once `leadToSetUpWith` is called. */
export function goToSetUp(): void {
  isSetUpDue = leadToSetUp === undefined;
  leadToSetUp?.();
}

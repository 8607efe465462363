/** Why the service, or a command on its data, cannot start, as a sentence for the operator. */
export class StartError extends Error {
  override name = 'StartError';
}

import { ChipError, type ChipFailCause } from '../chip-error.ts';

/** A chip needs the most power while proving itself, so a weak contact shows there first. */
export async function lostWhileProving<T>(fail_cause: ChipFailCause, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof ChipError) || error.fail_cause !== 'chip_lost') throw error;
    throw new ChipError(fail_cause, 'The chip stopped responding while it had to prove that it is genuine.', {
      cause: error,
    });
  }
}

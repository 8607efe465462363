export interface QueueLength {
  /** What is due and not in progress. */
  depth: number;
  /** How long the oldest item that is due and not in progress has been due; 0 if there is none. */
  oldest_due_seconds: number;
}

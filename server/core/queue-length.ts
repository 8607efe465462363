/** How much of a queue is overdue. */
export interface QueueLength {
  /** What is due and not in progress. */
  depth: number;
  /** Since when something has been due that should have been processed; 0 if nothing is. */
  oldest_due_seconds: number;
}

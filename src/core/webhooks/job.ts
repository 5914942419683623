import type { Job } from '../jobs.ts'

/** The job of a delivery's next attempt. Its time is part of its identity: one that waits for a later time is another one. */
export function toJob({ id, nextAttemptAt }: { id: string; nextAttemptAt: Date }): Job {
  return { name: 'webhook', deliveryId: id, due: nextAttemptAt.getTime() }
}

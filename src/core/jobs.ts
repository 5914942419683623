import { z } from 'zod'

/** All jobs, by name. Parsed when queued and when run: a job may have been queued by an older version. */
export const jobSchema = z.discriminatedUnion('name', [
  /** Sends the units of a batch to the queues of their providers. */
  z.object({ name: z.literal('dispatch'), batchId: z.uuid() }),
  /** Asks a provider for one unit, extracts its answer and records the outcome. */
  z.object({ name: z.literal('ask'), batchId: z.uuid(), unitId: z.uuid(), provider: z.string() }),
  /** Extracts the stored answers of an ended run again. */
  z.object({ name: z.literal('reextract'), reextractionId: z.uuid() }),
  /** Makes the attempt of a webhook delivery that is due at a time, in Unix milliseconds. */
  z.object({ name: z.literal('webhook'), deliveryId: z.uuid(), due: z.int() }),
  /** Reads the site of a new project and writes proposals. */
  z.object({ name: z.literal('setup'), projectId: z.uuid() }),
])

export type Job = z.infer<typeof jobSchema>

/**
 * What becomes of a job that did not throw: it is done, or runs again after `again` milliseconds. With `queueWaits` the whole
 * queue waits as long, and the attempt does not count as a try.
 */
export type JobOutcome = { done: true } | { again: number; queueWaits?: true }

/** The id of a job in its queue: a job whose id is waiting or running is not queued again. */
export function jobIdOf(job: Job): string {
  switch (job.name) {
    case 'dispatch':
      return `dispatch-${job.batchId}`
    case 'ask':
      return job.unitId
    case 'reextract':
      return `reextract-${job.reextractionId}`
    case 'webhook':
      return `webhook-${job.deliveryId}-${job.due}`
    case 'setup':
      return `setup-${job.projectId}`
  }
}

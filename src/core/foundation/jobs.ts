import { z } from 'zod'

/** All jobs, by name. Parsed both when queued and when run, because an older version may have queued a job. */
export const jobSchema = z.discriminatedUnion('name', [
  /** Sends the units of a batch to the queues of their providers. */
  z.object({ name: z.literal('dispatch'), batchId: z.uuid() }),
  /** Asks a provider for one unit, extracts its answer and records the outcome. */
  z.object({
    name: z.literal('ask'),
    batchId: z.uuid(),
    unitId: z.uuid(),
    provider: z.string(),
    /** The organization that pays with its own credentials; null if the installation pays. */
    account: z.uuid().nullable().default(null),
    /** Version of the stored credentials when the job was queued. The worker must have this version or a later one. */
    credentialsVersion: z.int().default(0),
  }),
  /** Asks a vendor one question with stored credentials. */
  z.object({ name: z.literal('check-credential'), credentialId: z.uuid() }),
  /** Re-extracts the stored answers of an ended run. */
  z.object({ name: z.literal('reextract'), reextractionId: z.uuid() }),
  /** Attempts a webhook delivery. `due` is the time of the attempt, in Unix milliseconds. */
  z.object({ name: z.literal('webhook'), deliveryId: z.uuid(), due: z.int() }),
  /** Crawls the site of a new project and writes proposals. */
  z.object({ name: z.literal('setup'), projectId: z.uuid() }),
])

export type Job = z.output<typeof jobSchema>

/**
 * Outcome of a job that did not throw: it is done, or it runs again after `again` milliseconds. With `queueWaits`, the
 * whole queue pauses for that time and the attempt does not count as a try.
 */
export type JobOutcome = { done: true } | { again: number; queueWaits?: true }

/**
 * Returns the id of a job in its queue. A job is not queued again while a job with the same id is waiting or running.
 */
export function jobIdOf(job: Job): string {
  switch (job.name) {
    case 'dispatch':
      return `dispatch-${job.batchId}`
    case 'ask':
      return job.unitId
    case 'check-credential':
      return `check-credential-${job.credentialId}`
    case 'reextract':
      return `reextract-${job.reextractionId}`
    case 'webhook':
      return `webhook-${job.deliveryId}-${job.due}`
    case 'setup':
      return `setup-${job.projectId}`
  }
}

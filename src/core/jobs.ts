import { z } from 'zod'

/** All jobs there are, by name. Parsed when added and again when run: a job may be older than the code that runs it. */
export const jobSchema = z.discriminatedUnion('name', [
  /** Sends the units of a batch to the queues of their providers. */
  z.object({ name: z.literal('dispatch'), batchId: z.uuid() }),
  /** Asks a provider for one unit, reads the answer and records it. */
  z.object({ name: z.literal('ask'), batchId: z.uuid(), unitId: z.uuid(), provider: z.string() }),
  /** Reads the stored answers of an ended run again. */
  z.object({ name: z.literal('reextract'), reextractionId: z.uuid() }),
  /** Makes the attempt of a webhook delivery that is due at a time, in Unix milliseconds. */
  z.object({ name: z.literal('webhook'), deliveryId: z.uuid(), due: z.int() }),
  /** Reads the site of a new project and writes proposals. */
  z.object({ name: z.literal('setup'), projectId: z.uuid() }),
])

export type Job = z.infer<typeof jobSchema>

/** The identity of a job: the same work is never queued twice at one time. */
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

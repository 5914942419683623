import { z } from 'zod'

/** All jobs, by name. Parsed both when queued and when run, because an older version may have queued a job. */
export const jobSchema = z.discriminatedUnion('name', [
  /** Starts the weekly run of a project, if it is due. */
  z.object({ name: z.literal('start-run'), projectId: z.uuid() }),
  /** Starts to ask the questions of a batch. `scheduled` is whether it is a weekly run. */
  z.object({ name: z.literal('dispatch'), batchId: z.uuid(), scheduled: z.boolean().default(false) }),
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
    urgency: z.enum(['first', 'interactive', 'scheduled']).default('interactive'),
  }),
  /** Asks a vendor one question with stored credentials. */
  z.object({ name: z.literal('check-credential'), credentialId: z.uuid() }),
  /** Computes the metrics of an ended batch again, with the current definitions. */
  z.object({ name: z.literal('measure'), batchId: z.uuid() }),
  /** Checks the answers of an ended run against the facts of its project. */
  z.object({ name: z.literal('check-facts'), batchId: z.uuid() }),
  /** Reads the cited pages in the opportunities of a project. */
  z.object({ name: z.literal('check-pages'), projectId: z.uuid() }),
  /** Re-extracts the stored answers of an ended run. */
  z.object({ name: z.literal('reextract'), reextractionId: z.uuid() }),
  /** Attempts a webhook delivery. `due` is the time of the attempt, in Unix milliseconds. */
  z.object({ name: z.literal('webhook'), deliveryId: z.uuid(), due: z.int() }),
  /** Attempts to send an email about alerts. `due` is the time of the attempt, in Unix milliseconds. */
  z.object({ name: z.literal('alert-email'), emailId: z.uuid(), due: z.int() }),
  /** Creates the emails with the report of a project, if it is due. */
  z.object({ name: z.literal('plan-reports'), projectId: z.uuid() }),
  /** Attempts to send an email with a report. `due` is the time of the attempt, in Unix milliseconds. */
  z.object({ name: z.literal('send-report'), deliveryId: z.uuid(), due: z.int() }),
  /** Deletes the rows of a deleted project. */
  z.object({ name: z.literal('purge-project'), projectId: z.uuid() }),
  /** Crawls the site of a new project and writes proposals. */
  z.object({ name: z.literal('setup'), projectId: z.uuid() }),
])

export type Job = z.output<typeof jobSchema>

/**
 * The order of jobs in a queue. `first` are the first questions of a run or analysis that somebody has just started,
 * `interactive` its other questions, `scheduled` the questions of weekly runs.
 */
export type Urgency = Extract<Job, { name: 'ask' }>['urgency']

/**
 * Returns the name of the queue for the questions to a provider. Organizations with their own credentials have their own
 * queues, so that a rate limit of one does not delay another.
 */
export function askQueue({ provider, account }: { provider: string; account: string | null }): string {
  return account === null ? `ask-${provider}` : `ask-${provider}-${account}`
}

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
    case 'start-run':
      return `start-run-${job.projectId}`
    case 'dispatch':
      return `dispatch-${job.batchId}`
    case 'ask':
      return job.unitId
    case 'check-credential':
      return `check-credential-${job.credentialId}`
    case 'measure':
      return `measure-${job.batchId}`
    case 'check-facts':
      return `check-facts-${job.batchId}`
    case 'check-pages':
      return `check-pages-${job.projectId}`
    case 'reextract':
      return `reextract-${job.reextractionId}`
    case 'webhook':
      return `webhook-${job.deliveryId}-${job.due}`
    case 'alert-email':
      return `alert-email-${job.emailId}-${job.due}`
    case 'plan-reports':
      return `plan-reports-${job.projectId}`
    case 'send-report':
      return `send-report-${job.deliveryId}-${job.due}`
    case 'purge-project':
      return `purge-project-${job.projectId}`
    case 'setup':
      return `setup-${job.projectId}`
  }
}

import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { BATCH_STATUSES } from '../batch-status.ts'

// What runs and async analyses are, once for all: types, OpenAPI, the JSON of REST and the descriptions of GraphQL come from here.

/** What starts a run. */
export const RUN_TRIGGERS = {
  manual: 'It was started manually.',
  schedule: 'The weekly schedule.',
} as const satisfies Enumeration

/** What starts a batch: of async analyses always `api`. */
export const BATCH_TRIGGERS = {
  ...RUN_TRIGGERS,
  api: 'It belongs to an async analysis.',
} as const satisfies Enumeration<BatchTrigger>

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(facts, { example })

/** How many questions of a batch are done. */
export const progressDefinition = z
  .object({
    total: count('Prompts × providers × locations × replicates.', 70),
    completed: count('Questions answered or refused.', 12),
    failed: count('Questions without an answer.', 0),
  })
  .register(facts, { immutable: true })

/** What a batch costs the organization. */
export const creditsDefinition = z
  .object({
    reserved: count('Reserved at the start: one credit per question.', 70),
    charged: count('Charged; 0 until it has ended.', 70),
    refunded: count('Refunded at the end, for questions that failed or were not asked.', 0),
  })
  .register(facts, { immutable: true })

/** The fields that runs and async analyses share. */
export const batchDefinition = z
  .object({
    status: enumSchema(BATCH_STATUSES, 'Its state.').register(facts, { example: 'running' }),
    cancelled: z.boolean().describe('Whether a request ended it early.').register(facts, { example: false }),
    progress: progressDefinition.describe('How many of its questions are done.'),
    costUsd: z
      .number()
      .nonnegative()
      .nullable()
      .describe('What providers charged for its answers so far, in US dollars; null where that is not known.')
      .register(facts, { example: 1.35 }),
    brandName: z
      .string()
      .describe('The name of the analysis brand when it started.')
      .register(facts, { example: 'Taskfern' }),
    createdAt: z.date().describe('When it was accepted.'),
    startedAt: z.date().nullable().describe('When work started; null before.'),
    finishedAt: z
      .date()
      .nullable()
      .describe('When it ended; null before.')
      .register(facts, { example: null }),
  })
  .register(facts, { immutable: true })

/** A run in any state: all active prompts of a project, asked once. */
export const runDefinition = z
  .object({
    id: z.uuid().describe('Its id: `runId` in paths.'),
    trigger: enumSchema(RUN_TRIGGERS, 'What started it.'),
    ...batchDefinition.shape,
  })
  .meta({ id: 'Run' })
  .register(facts, { immutable: true })

/** Why no further round is asked. */
export const STOP_REASONS = {
  narrow_enough: 'The half width is at most the one asked for, and not by chance.',
  at_most: 'Every question was asked `atMost` times.',
  no_answer: 'Every question of the last round failed, and so would those of another one.',
  cancelled: 'It was cancelled.',
} as const satisfies Enumeration

/** When an analysis that is asked in rounds stops. */
export const stopWhenDefinition = z
  .object({
    halfWidth: z
      .number()
      .positive()
      .max(0.5)
      .describe(
        'Half the width of the 95 % interval of the mention rate that is narrow enough: 0.1 for ± 10 points.',
      )
      .register(facts, { example: 0.1 }),
    atMost: count('The most replicates of all rounds.', 10),
  })
  .register(facts, { immutable: true })

/** How far an analysis is that is asked in rounds. */
export const roundsDefinition = z
  .object({
    begun: count('Rounds begun.', 2),
    replicates: count('Replicates in them.', 4),
    halfWidth: z
      .number()
      .nullable()
      .describe('(high − low) / 2 of the mention rate after the last round done; null before.')
      .register(facts, { example: 0.13 }),
    stopped: enumSchema(STOP_REASONS, 'Why no other round is asked; null before.')
      .nullable()
      .register(facts, { example: null }),
  })
  .register(facts, { immutable: true })

/** An async analysis in any state, without its results. */
export const analysisDefinition = z
  .object({
    analysisId: z
      .string()
      .regex(/^aa_[0-9A-Z]+$/)
      .describe('Its id.')
      .register(facts, { example: 'aa_7ZK3M0Q9T4V8W2X6Y1C5D9F3G7H0J4K8M2N6P1Q5R9S3T7V0W4X8' }),
    ...batchDefinition.shape,
    stopWhen: stopWhenDefinition.nullable().describe('When it stops, if it is asked in rounds.'),
    rounds: roundsDefinition.nullable().describe('How far it is with `stopWhen`; null without.'),
    credits: creditsDefinition.describe('Its cost, in credits.'),
    summary: summaryDefinition
      .nullable()
      .describe('Figures over all of its answers; null until it has ended.')
      .register(facts, { expensive: 'summary' }),
  })
  .register(facts, { immutable: true })

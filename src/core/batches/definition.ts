import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { BATCH_STATUSES } from '../foundation/batch-status.ts'
import { personaDefinition } from './personas.ts'

// Single source of the fields of runs and async analyses, used for types, OpenAPI, REST JSON and GraphQL descriptions.

export const RUN_TRIGGERS = {
  manual: 'Started manually.',
  schedule: 'Started by the weekly schedule.',
} as const satisfies Enumeration

/** Triggers of batches; async analyses always have `api`. */
export const BATCH_TRIGGERS = {
  ...RUN_TRIGGERS,
  api: 'Belongs to an async analysis.',
} as const satisfies Enumeration<BatchTrigger>

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })

export const progressDefinition = z
  .object({
    total: count('Prompts × providers × locations × personas × replicates.', 70),
    completed: count('Questions that did not fail: answered, refused, or without an AI answer.', 12),
    failed: count('Questions without an answer.', 0),
  })
  .register(fieldMetadata, { immutable: true })

/** Credits that a batch costs the organization. */
export const creditsDefinition = z
  .object({
    reserved: count('Reserved at the start: one credit per question.', 70),
    charged: count('Credits charged at the end of the analysis; 0 until then.', 70),
    refunded: count('Refunded for questions that failed or were not asked.', 0),
  })
  .register(fieldMetadata, { immutable: true })

/** The fields that runs and async analyses share. */
export const batchDefinition = z
  .object({
    status: enumSchema(BATCH_STATUSES, 'Current state.').register(fieldMetadata, { example: 'running' }),
    cancelled: z
      .boolean()
      .describe('Whether a cancel request ended it early.')
      .register(fieldMetadata, { example: false }),
    progress: progressDefinition.describe('Number of questions that are done.'),
    costUsd: z
      .number()
      .nonnegative()
      .nullable()
      .describe('Provider charges so far, in US dollars; null if unknown.')
      .register(fieldMetadata, { example: 1.35 }),
    brandName: z
      .string()
      .describe('Name of the analysis brand at the start.')
      .register(fieldMetadata, { example: 'Taskfern' }),
    createdAt: z.date().describe('When the analysis was accepted.'),
    startedAt: z.date().nullable().describe('When work started; null until then.'),
    finishedAt: z
      .date()
      .nullable()
      .describe('When the analysis ended; null until then.')
      .register(fieldMetadata, { example: null }),
    rawDeletedAt: z
      .date()
      .nullable()
      .describe(
        'When the raw responses were deleted because of their age; null while they are kept. Re-extraction then uses the texts.',
      )
      .register(fieldMetadata, { example: null }),
    textsDeletedAt: z
      .date()
      .nullable()
      .describe(
        'When the texts of the answers were deleted because of their age; null while they are kept. Figures, facts, quotes and sources stay, and re-extraction is no longer possible.',
      )
      .register(fieldMetadata, { example: null }),
  })
  .register(fieldMetadata, { immutable: true })

/** A run in any state. A run asks all active prompts of a project once. */
export const runDefinition = z
  .object({
    id: z.uuid().describe('Id of the run; `runId` in paths.'),
    trigger: enumSchema(RUN_TRIGGERS, 'What started the run.'),
    ...batchDefinition.shape,
  })
  .meta({ id: 'Run' })
  .register(fieldMetadata, { immutable: true })

/** Reasons to stop after a round. */
export const STOP_REASONS = {
  narrow_enough: 'The half width has reached the requested one, with a margin against chance.',
  at_most: 'Every question was asked `atMost` times.',
  no_answer: 'Every question of the last round failed, so another round would fail as well.',
  cancelled: 'The analysis was cancelled.',
} as const satisfies Enumeration

/** Conditions that stop an analysis with rounds. */
export const stopWhenDefinition = z
  .object({
    halfWidth: z
      .number()
      .positive()
      .max(0.5)
      .describe(
        'Stops when half the width of the 95 % interval of the mention rate is at most this: 0.1 for ± 10 points.',
      )
      .register(fieldMetadata, { example: 0.1 }),
    atMost: count('Maximum number of replicates over all rounds.', 10),
  })
  .register(fieldMetadata, { immutable: true })

/** Progress of an analysis with rounds. */
export const roundsDefinition = z
  .object({
    begun: count('Rounds started so far.', 2),
    replicates: count('Replicates in the rounds started so far.', 4),
    halfWidth: z
      .number()
      .nullable()
      .describe('(high − low) / 2 of the mention rate after the last completed round; null before the first.')
      .register(fieldMetadata, { example: 0.13 }),
    stopped: enumSchema(STOP_REASONS, 'Why no further round is asked; null until then.')
      .nullable()
      .register(fieldMetadata, { example: null }),
  })
  .register(fieldMetadata, { immutable: true })

/** An async analysis in any state, without its results. */
export const analysisDefinition = z
  .object({
    analysisId: z
      .string()
      .regex(/^aa_[0-9A-Z]+$/)
      .describe('Id of the analysis.')
      .register(fieldMetadata, { example: 'aa_7ZK3M0Q9T4V8W2X6Y1C5D9F3G7H0J4K8M2N6P1Q5R9S3T7V0W4X8' }),
    ...batchDefinition.shape,
    stopWhen: stopWhenDefinition
      .nullable()
      .describe('Conditions that stop an analysis with rounds; null without rounds.'),
    personas: z
      .array(personaDefinition)
      .describe('Personas that each question is asked as; empty without personas.')
      .register(fieldMetadata, { example: [] }),
    rounds: roundsDefinition.nullable().describe('Progress of the rounds; null without `stopWhen`.'),
    credits: creditsDefinition.describe('Cost in credits.'),
    summary: summaryDefinition
      .nullable()
      .describe('Metrics over all answers; null until the analysis has ended.')
      .register(fieldMetadata, { expensive: 'summary' }),
  })
  .register(fieldMetadata, { immutable: true })

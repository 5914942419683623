import { z } from 'zod'
import { runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { viewBy } from './view.ts'

/** Argument with the id of a run. */
export const runIdSchema = z.string('must be a text')

/** Argument with the id of an async analysis. */
export const analysisIdSchema = z.string('must be a text').describe('Starts with aa_.')

/** Response field that marks metrics of simulated answers. */
export const simulatedSchema = z.boolean().describe('True if answers are made up.')

export const runView = viewBy(runDefinition.omit({ rawDeletedAt: true, textsDeletedAt: true }))

/** Formats a run for tools. */
export function showRun(run: BatchRecord): z.output<typeof runView.definition> {
  // All runs are manual or scheduled; only async analyses have other triggers.
  return runView.show({ ...run, trigger: run.trigger === 'manual' ? 'manual' : 'schedule' })
}

/** Reference to a run in other responses. */
export const runReferenceView = viewBy(
  runDefinition.pick({ id: true, status: true, brandName: true, finishedAt: true }),
)

import { z } from 'zod'
import { runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { viewBy } from './view.ts'

/** An argument that names a run. */
export const runIdSchema = z.string('must be a text')

/** An argument that names an async analysis. */
export const analysisIdSchema = z.string('must be a text').describe('Begins with aa_.')

/** The field of answers with figures that says whether they measure anything. */
export const simulatedSchema = z
  .boolean()
  .describe('True where answers were invented: the figures measure nothing.')

/** A run in any state. */
export const runView = viewBy(runDefinition)

/** A run, as tools show it. */
export function showRun(run: BatchRecord): z.output<typeof runView.definition> {
  // Only async analyses are started otherwise.
  return runView.show({ ...run, trigger: run.trigger === 'manual' ? 'manual' : 'schedule' })
}

/** What other answers say of the run that they are about. */
export const runReferenceView = viewBy(
  runDefinition.pick({ id: true, status: true, brandName: true, finishedAt: true }),
)

import type { z } from 'zod'
import { runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { viewBy } from './view.ts'

/** A run in any state. */
export const runView = viewBy(runDefinition)

/** A run, as tools show it. */
export function showRun(run: BatchRecord): z.output<typeof runView.definition> {
  // Only async analyses are started otherwise.
  return runView.show({ ...run, trigger: run.trigger === 'manual' ? 'manual' : 'schedule' })
}

import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { itemsAfter } from '../../core/page.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { listRuns } from '../../core/runs/list.ts'
import { readRuns, subscribeToRun } from '../../core/runs/read.ts'
import { followBatch, waitSecondsSchema } from '../follow.ts'
import { cursorSchema, keyWithin, listOf, nextCursorSchema, positionIn, readPage, splitKey } from '../page.ts'
import { defineTool } from '../tool.ts'
import { noteOn, noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, runView, showRun, simulatedSchema } from '../views/run.ts'
import { competitorFiguresView, competitorsIn, summaryFields, summaryView } from '../views/summary.ts'

/** A run and, once it has ended, its figures. */
export const getRun = defineTool({
  name: 'get_run',
  title: 'Get a run',
  description:
    'The state of a run and, once it has ended, its figures: how often the answers name, recommend and cite the brand, and each competitor. With waitSeconds it waits for the end and reports progress; if status is then still queued or running, call it again. Then compare_runs for what has changed, find_answers for the answers behind a figure.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema
      .optional()
      .describe('Its id, from start_run or list_runs; without it the run that was started last.'),
    waitSeconds: waitSecondsSchema,
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runView.definition.nullable().describe('The run; null in a project that has none.'),
    simulated: simulatedSchema,
    ...summaryFields,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId: named, waitSeconds, cursor }, call) {
    const { ctx } = call
    const name = `run ${projectOf(ctx)} ${named?.toLowerCase() ?? ''}`
    const after = positionIn(name, cursor)
    const runId = splitKey(after).batchId ?? named ?? (await newestRun(ctx))?.id
    if (runId === undefined)
      return {
        run: null,
        simulated: false,
        summary: null,
        competitors: [],
        note: await noteWithoutRun(ctx),
        nextCursor: null,
      }
    if (waitSeconds > 0)
      await followBatch(call, waitSeconds, (signal) => subscribeToRun({ ctx, input: { runId }, signal }))
    const [run] = await readRuns({ ctx, input: { ids: [runId], summary: true } })
    if (!run) throw notFound('Run')
    const head = {
      run: showRun(run),
      simulated: (await readSimulated({ ctx, input: { ids: [run.id] } })).has(run.id),
      summary: run.summary && after === null ? summaryView.show(run.summary) : null,
      note: noteOn(run),
    }
    const list = listOf(competitorsIn(run.summary))
    const { items, nextCursor } = await readPage({
      name,
      after,
      beside: head,
      read: (last, limit) => list.read(splitKey(last).key, limit),
      keyOf: (item) => keyWithin(run.id, list.keyOf(item)),
      show: ({ item }) => competitorFiguresView.show(item),
    })
    return { ...head, competitors: items, nextCursor }
  },
})

async function newestRun(ctx: Ctx): Promise<BatchRecord | undefined> {
  const page = itemsAfter(null, 1)
  const [[newest] = []] = await listRuns({ ctx, input: { ids: [projectOf(ctx)], page } })
  return newest
}

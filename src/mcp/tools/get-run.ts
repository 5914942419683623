import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import type { AppCtx } from '../../core/context.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { listRuns } from '../../core/runs/list.ts'
import { readRuns, subscribeToRun } from '../../core/runs/read.ts'
import { followBatch, waitSecondsSchema } from '../foundation/follow.ts'
import {
  cursorSchema,
  keyWithin,
  listOf,
  nextCursorSchema,
  positionIn,
  splitIntoPages,
  splitKey,
} from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteOn, noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, runView, showRun, simulatedSchema } from '../views/run.ts'
import { competitorFiguresView, competitorsIn, summaryFields, summaryView } from '../views/summary.ts'

export const getRun = defineTool({
  name: 'get_run',
  title: 'Get a run',
  description:
    'Returns the state of a run and, once it has ended, its metrics: how often answers name, recommend and cite the brand and each competitor. With waitSeconds it waits for the end; call it again while status is queued or running. Then use compare_runs to see what changed, or find_answers for the answers behind a metric.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema
      .optional()
      .describe('Id from start_run or list_runs; defaults to the run that was started last.'),
    waitSeconds: waitSecondsSchema,
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runView.definition.nullable().describe('The run; null if the project has no runs.'),
    simulated: simulatedSchema,
    ...summaryFields,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId: requestedId, waitSeconds, cursor }, call) {
    const { ctx } = call
    const name = `run ${requireProjectId(ctx)} ${requestedId?.toLowerCase() ?? ''}`
    const after = positionIn(name, cursor)
    const runId = splitKey(after).batchId ?? requestedId ?? (await newestRun(ctx))?.id
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
    const { items, nextCursor } = await splitIntoPages({
      name,
      after,
      head,
      read: (last, limit) => list.read(splitKey(last).key, limit),
      keyOf: (item) => keyWithin(run.id, list.keyOf(item)),
      show: ({ item }) => competitorFiguresView.show(item),
    })
    return { ...head, competitors: items, nextCursor }
  },
})

async function newestRun(ctx: AppCtx): Promise<BatchRecord | undefined> {
  const page = itemsAfter(null, 1)
  const [[newest] = []] = await listRuns({ ctx, input: { ids: [requireProjectId(ctx)], page } })
  return newest
}

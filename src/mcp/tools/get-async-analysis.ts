import { z } from 'zod'
import { readAsyncAnalysis, subscribeToAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { isFinal } from '../../core/foundation/batch-status.ts'
import { type ResultRecord, readResults } from '../../core/results/read.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { followBatch, waitSecondsSchema } from '../foundation/follow.ts'
import {
  concatenated,
  cursorSchema,
  type List,
  listOf,
  nextCursorSchema,
  positionIn,
  splitIntoPages,
} from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { resultView, showResult } from '../views/result.ts'
import { simulatedSchema } from '../views/run.ts'
import { competitorFiguresView, competitorsIn, summaryFields, summaryView } from '../views/summary.ts'

export const getAsyncAnalysis = defineTool({
  name: 'get_async_analysis',
  title: 'Get an async analysis',
  description:
    'Returns the state of an async analysis and, once it has ended, its metrics and a page of its results with their answers. With waitSeconds it waits for the end; call it again while status is queued or running. To find particular answers, use find_answers with this analysisId.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    analysisId: z
      .string('must be a text')
      .describe('Id from start_async_analysis or list_async_analyses; starts with aa_.'),
    waitSeconds: waitSecondsSchema,
    cursor: cursorSchema,
  }),
  output: analysisDefinition.omit({ stopWhen: true, rawDeletedAt: true, textsDeletedAt: true }).extend({
    simulated: simulatedSchema,
    ...summaryFields,
    results: z
      .array(resultView.definition)
      .describe('By prompt, provider, location and replicate; empty until the end.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ analysisId, waitSeconds, cursor }, call) {
    const { ctx } = call
    const name = `analysis ${analysisId}`
    const after = positionIn(name, cursor)
    if (waitSeconds > 0)
      await followBatch(call, waitSeconds, (signal) =>
        subscribeToAsyncAnalysis({ ctx, input: { id: analysisId }, signal }),
      )
    const { summary, ...analysis } = await readAsyncAnalysis({ ctx, input: { analysisId } })
    const head = {
      ...analysis,
      analysisId,
      simulated: (await readSimulated({ ctx, input: { ids: [analysis.id] } })).has(analysis.id),
      summary: summary && after === null ? summaryView.show(summary) : null,
    }
    if (!isFinal(analysis.status)) return { ...head, competitors: [], results: [], nextCursor: null }
    const results: List<ResultRecord> = {
      read: (last, limit) =>
        readResults(ctx, analysis.id, {
          after: last === null ? -1 : Number(last),
          limit,
          include: { answer: true, facts: false },
        }),
      keyOf: ({ ordinal }) => String(ordinal),
    }
    const { items, nextCursor } = await splitIntoPages({
      name,
      after,
      head,
      ...concatenated(listOf(competitorsIn(summary)), results),
      show: (item) =>
        'first' in item
          ? { competitor: competitorFiguresView.show(item.first.item), result: null }
          : { competitor: null, result: showResult(item.second) },
    })
    return {
      ...head,
      competitors: items.map(({ competitor }) => competitor).filter((competitor) => competitor !== null),
      results: items.map(({ result }) => result).filter((result) => result !== null),
      nextCursor,
    }
  },
})

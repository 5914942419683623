import { z } from 'zod'
import { readAsyncAnalysis, subscribeToAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { isFinal } from '../../core/batch-status.ts'
import { analysisDefinition } from '../../core/batches/definition.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import { readResults } from '../../core/results/read.ts'
import { followBatch, waitSecondsSchema } from '../follow.ts'
import { cursorSchema, nextCursorSchema, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'

/** An async analysis and, once it has ended, its results. */
export const getAsyncAnalysis = defineTool({
  name: 'get_async_analysis',
  title: 'Get an async analysis',
  description:
    'The state of an async analysis and, once it has ended, its summary and its results with their answers. With waitSeconds it waits for the end and reports progress; if it has not ended by then, call it again.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    analysisId: z.string('must be a text').describe('Its id, from start_async_analysis.'),
    waitSeconds: waitSecondsSchema,
    cursor: cursorSchema,
  }),
  output: analysisDefinition.extend({
    results: z
      .array(resultDefinition.omit({ raw: true }))
      .describe('A page of results, by prompt, provider, location and replicate; empty before the end.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ analysisId, waitSeconds, cursor }, call) {
    const { ctx } = call
    if (waitSeconds > 0)
      await followBatch(call, waitSeconds, (signal) =>
        subscribeToAsyncAnalysis({ ctx, input: { id: analysisId }, signal }),
      )
    const analysis = await readAsyncAnalysis({ ctx, input: { analysisId } })
    const shown = { ...analysis, analysisId: analysis.analysisId ?? '' }
    if (!isFinal(analysis.status)) return { ...shown, results: [], nextCursor: null }
    const { items, nextCursor } = await readPage({
      name: `results ${analysis.id}`,
      cursor,
      read: (after, limit) =>
        readResults(ctx, analysis.id, {
          after: after === null ? -1 : Number(after),
          limit,
          include: { answer: true },
        }),
      keyOf: ({ ordinal }) => String(ordinal),
    })
    return { ...shown, results: items, nextCursor }
  },
})

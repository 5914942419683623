import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { pageSizeSchema } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { readRun } from '../runs/read.ts'
import { filterFields, filterTextSchema } from './filter.ts'
import { locateResults } from './locate.ts'
import { findPromptOrdinals } from './prompt-ordinals.ts'
import { type ResultRecord, readResultsAt } from './read.ts'

/** Default and maximum number of results per page. */
export const RESULTS_PAGE = { usual: 50, most: 200 } as const

const inputSchema = z.strictObject({
  runId: z.string('must be a text'),
  limit: pageSizeSchema(RESULTS_PAGE),
  offset: z.int('must be a whole number').min(0, 'must be at least 0').default(0),
  prompt: filterTextSchema.optional(),
  ...filterFields,
  includeAnswer: z.boolean('must be true or false').default(false),
})

export interface ResultList {
  results: ResultRecord[]
  pagination: { limit: number; offset: number; total: number; hasMore: boolean }
}

/**
 * Lists the results of a run, ordered by prompt, provider, location and replicate. A run in progress contains only the
 * results so far. Results must match every given filter. `tag` matches prompts that had the tag when they were asked,
 * or have it now.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function listResults({
  ctx,
  input,
}: {
  ctx: Ctx
  /** Callers may omit `runId`; this is reported as BAD_REQUEST rather than as a type error. */
  input: Omit<z.input<typeof inputSchema>, 'runId'> & { runId: string | undefined }
}): Promise<ResultList> {
  authorize(ctx, 'runs:read')
  const { runId, limit, offset, prompt, provider, location, tag, searched, includeAnswer } = parse(
    inputSchema,
    input,
  )
  const token = providerFilter(ctx, provider)
  const run = await readRun({ ctx, input: { runId } })
  const prompts = await findPromptOrdinals(ctx, [run.id], { prompt, tag })
  const filter = {
    provider: token,
    location: location ?? null,
    prompts: prompts?.map(({ ordinal }) => ordinal) ?? null,
    searched: searched ?? null,
  }
  const { total, ordinals } = await locateResults(ctx, run, { filter, limit, offset })
  const results = await readResultsAt(ctx, run.id, ordinals, {
    include: { answer: includeAnswer },
    runId: run.id,
  })
  return { results, pagination: { limit, offset, total, hasMore: offset + limit < total } }
}

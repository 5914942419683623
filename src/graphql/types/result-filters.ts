import type { InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { BatchRecord } from '../../core/batches/row.ts'
import { ABSENCES } from '../../core/results/absence.ts'
import { isPositionKey, positionKey, RESULT_ORDERS } from '../../core/results/order.ts'
import { countFilteredResults, knownCount, pageResults } from '../../core/results/page.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { AnswerKindType, SentimentLabelType } from './observation.ts'
import { AnalysisResult, ResultStatus } from './result.ts'

const ResultOrderType = enumType('ResultOrder', {
  description: 'The order of a list of results. Equal results are in the order of the run.',
  values: RESULT_ORDERS,
})

const AbsenceReason = enumType('AbsenceReason', {
  description: 'Why a brand is not named in a result.',
  values: ABSENCES,
})

/** The filters on the results of runs and async analyses alike, and their order. */
export const resultFilters = builder.args((t) => ({
  prompt: t.string({ description: 'Exact text of the prompt, as it was asked.' }),
  provider: t.string({ description: 'Token or alias of the provider.' }),
  location: t.field({ type: 'CountryCode', description: 'The country it was asked from.' }),
  status: t.field({ type: ResultStatus, description: 'Its status.' }),
  entityId: t.id({
    description:
      'Which brand `mentioned`, `recommended`, `sentiment` and `absence` are about: `brand`, as by default, or a competitor that was looked for, by databaseId or global id. Without any of them: answers that name it.',
  }),
  mentioned: t.boolean({
    description:
      'Whether the answer names the brand; with either value, results without an answer are left out.',
  }),
  recommended: t.boolean({
    description:
      'Whether the answer recommends it; with either value, results without an answer are left out.',
  }),
  sentiment: t.field({ type: SentimentLabelType, description: 'How the answer speaks of it on the whole.' }),
  answerKind: t.field({ type: AnswerKindType, description: 'What the answer does.' }),
  absence: t.field({ type: AbsenceReason, description: 'Why it is not named.' }),
  citedDomain: t.string({
    description: 'Answers that cite a page of this site, by its domain or any host name below it.',
  }),
  citedUrl: t.field({ type: 'URL', description: 'Answers that cite this page.' }),
  retrievedDomain: t.string({
    description: 'Answers that list a page of this site as a source without citing that page.',
  }),
  retrievedUrl: t.field({ type: 'URL', description: 'Answers that list this page without citing it.' }),
  q: t.string({
    description:
      'A text that the answer or the prompt contains, in any case of letters, at most 200 characters.',
  }),
  orderBy: t.field({ type: ResultOrderType, description: 'Their order; by default RUN.' }),
}))

/** What the lists of results of runs and async analyses have in common. */
export const RESULTS = {
  type: AnalysisResult,
  nullable: true,
  extensions: { immutable: true },
  description: 'The results recorded so far that meet all filters.',
} as const

type Filters = InputShapeFromFields<typeof resultFilters> & {
  promptId?: string | null | undefined
  tag?: string | null | undefined
}

/** A page of the results of a run or an async analysis. */
export async function resultsOf(
  analysis: BatchRecord,
  { orderBy, first, after, last, before, promptId, entityId, ...filters }: Filters & PageArguments,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
) {
  const { id, kind } = analysis
  const order = orderBy ?? 'run'
  const filter = given({
    ...filters,
    promptId: promptId == null ? null : databaseIdOf(promptId, 'Prompt'),
    entityId: entityId == null ? null : databaseIdOf(entityId, 'Competitor'),
  })
  const listId = `results:${id}:${order}`
  const page = parsePage({ first, after, last, before }, { listId, isKey: isPositionKey })
  const include = loadedParts(info)
  return connectionOf({
    items: await context.load(pageResults, id, { filter, order, page, include, runs: kind === 'run' }),
    page,
    listId,
    keyOf: positionKey,
    countAll: async () => knownCount(analysis, filter) ?? context.load(countFilteredResults, id, { filter }),
  })
}

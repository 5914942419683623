import type { InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { BatchRecord } from '../../core/batches/row.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { ABSENCES } from '../../core/results/absence.ts'
import { isPositionKey, positionKey, RESULT_ORDERS } from '../../core/results/order.ts'
import { countFilteredResults, knownCount, pageResults } from '../../core/results/page.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType } from '../foundation/define.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namingFilter, omitNullish } from '../foundation/input.ts'
import { connectionOf, type PageArguments, parsePage } from '../foundation/page.ts'
import { AnswerKindType, SentimentLabelType } from './observation.ts'
import { AnalysisResult, ResultStatus } from './result.ts'

const ResultOrderType = enumType('ResultOrder', {
  description: 'Order of a list of results. Ties are in the order of the run.',
  values: RESULT_ORDERS,
})

const AbsenceReason = enumType('AbsenceReason', {
  description: 'Why a brand is not named in a result.',
  values: ABSENCES,
})

const ResultFilter = builder.inputType('ResultFilter', {
  description: 'Selects results. A result must match all given fields.',
  fields: (t) => ({
    promptId: t.id({
      description: 'The prompt, which may be deleted. Only in runs, because prompts belong to a project.',
    }),
    promptText: t.string({ description: 'Exact text of the prompt.' }),
    tag: t.string({
      description:
        'Name of a tag, case-insensitive: prompts that had the tag when they were asked, or have it now. Only in runs.',
    }),
    provider: t.string({ description: 'Id or alias of the provider.' }),
    location: t.field({ type: 'Location', description: 'Location of the question.' }),
    persona: t.string({ description: 'Name of the persona of the question.' }),
    status: t.field({ type: ResultStatus, description: 'Status of the result.' }),
    searched: t.boolean({
      description: 'Whether the surface searched the web. Both values exclude results without an answer.',
    }),
    answerKind: t.field({ type: AnswerKindType, description: 'Kind of the answer.' }),
    entityId: t.id({
      description:
        'Brand for `mentioned`, `recommended`, `sentiment`, `absence` and `placed`: `brand` (the default), or the id of a competitor that was tracked. If it is given without any of them, the list contains only answers that name this brand.',
    }),
    mentioned: t.boolean({
      description: 'Whether the answer names the brand. Both values exclude results without an answer.',
    }),
    recommended: t.boolean({
      description: 'Whether the answer recommends the brand. Both values exclude results without an answer.',
    }),
    sentiment: t.field({
      type: SentimentLabelType,
      description: 'Overall sentiment of the answer toward the brand.',
    }),
    absence: t.field({ type: AbsenceReason, description: 'Why the brand is not named.' }),
    placed: t.boolean({
      description: 'True for answers with a card of the brand next to the text. False is rejected.',
    }),
    citedDomain: t.string({
      description: 'Only answers that cite a page of this site, given by its domain or a subdomain.',
    }),
    citedUrl: t.field({ type: 'URL', description: 'Only answers that cite this page.' }),
    retrievedDomain: t.string({
      description: 'Only answers that list a page of this site as a source without citing that page.',
    }),
    retrievedUrl: t.field({
      type: 'URL',
      description: 'Only answers that list this page as a source without citing the page.',
    }),
    q: t.string({
      description: 'Text that the answer or the prompt contains, case-insensitive, at most 200 characters.',
    }),
  }),
})

/** Filter and order of the results of runs and async analyses. */
export const resultArguments = builder.args((t) => ({
  filter: t.field({ type: ResultFilter, description: 'The results to list; defaults to all.' }),
  orderBy: t.field({ type: ResultOrderType, description: 'Order of the results; defaults to RUN_ASC.' }),
}))

/** Options shared by the lists of results of runs and async analyses. */
export const RESULTS = {
  type: AnalysisResult,
  nullable: true,
  extensions: { immutable: true },
  description: 'The results so far that match all filters.',
} as const

type ResultArguments = InputShapeFromFields<typeof resultArguments> & PageArguments

/** Returns a page of the results of a run or an async analysis. */
export async function resultsOf(
  analysis: BatchRecord,
  { orderBy, filter: given, ...args }: ResultArguments,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
) {
  const { id, kind } = analysis
  const order = orderBy ?? 'run_asc'
  const { promptId, promptText, entityId, ...rest } = given ?? {}
  // The filter also uses current tags, which can change after the run has ended.
  if (rest.tag != null) {
    if (kind !== 'run')
      throw badFields({ 'filter.tag': 'applies only to runs, because tags belong to a project' })
    context.recordChangeable()
  }
  const filter = omitNullish({
    ...rest,
    prompt: promptText,
    promptId: promptId == null ? null : databaseIdOf(promptId, 'Prompt'),
    entityId: entityId == null ? null : databaseIdOf(entityId, 'Competitor'),
  })
  const naming = <T>(operation: () => Promise<T>) => namingFilter(filter, operation, { prompt: 'promptText' })
  const listId = `results:${id}:${order}`
  const page = parsePage(args, { listId, isKey: isPositionKey })
  const include = loadedParts(info)
  return connectionOf({
    items: await naming(() =>
      context.load(pageResults, id, { filter, order, page, include, runs: kind === 'run' }),
    ),
    page,
    listId,
    keyOf: positionKey,
    countAll: async () =>
      knownCount(analysis, filter) ?? naming(() => context.load(countFilteredResults, id, { filter })),
  })
}

import { UNIT_ERROR_CODES } from '../../core/batches/unit-errors.ts'
import { askerDefinition } from '../../core/provider-port/asker.ts'
import { adjacentResultReader } from '../../core/results/adjacent-results.ts'
import {
  modelDefinition,
  resultCostDefinition,
  resultDefinition,
  resultErrorDefinition,
  usageDefinition,
} from '../../core/results/definition.ts'
import { type ResultRecord, readResult, readResultsByIds } from '../../core/results/read.ts'
import {
  ANSWER_STATUSES,
  ASKER_ACCOUNTS,
  COST_SOURCES,
  PERSONAS_APPLIED,
  SAMPLINGS,
  SEARCH_MODES,
} from '../../definitions/vocabulary.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { exposeFields, objectType } from '../foundation/derive.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { BrandMention, brandMentionOf, CompetitorMention, competitorMentionsOf } from './entity-mention.ts'
import { Provider } from './provider.ts'

export const ResultStatus = enumType('ResultStatus', {
  description: 'Status of a result.',
  values: ANSWER_STATUSES,
})

enumType('ResultErrorCode', { description: 'Why there is no answer.', values: UNIT_ERROR_CODES })
enumType('SearchMode', {
  description: 'Whether a question requested a web search.',
  values: SEARCH_MODES,
})
enumType('CostSource', { description: 'How the cost of an answer was determined.', values: COST_SOURCES })
enumType('AskerAccount', { description: 'The account that asks a question.', values: ASKER_ACCOUNTS })
enumType('PersonaApplied', {
  description: 'How a persona reaches a provider.',
  values: PERSONAS_APPLIED,
})
enumType('Sampling', { description: 'Sampling settings of a question.', values: SAMPLINGS })
objectType('Asker', askerDefinition, 'What a surface knew about the person who asked.')
objectType('AnswerModel', modelDefinition, 'Model of an answer.')
objectType('Usage', usageDefinition, 'Usage of an answer, as counted by its provider.')
objectType('ResultError', resultErrorDefinition, 'Why there is no answer.')
objectType('ResultCost', resultCostDefinition, 'Cost of an answer charged by the provider.')

const of = fieldsOf(resultDefinition)
export const AnalysisResult = builder.objectRef<ResultRecord>('AnalysisResult')

builder.node(AnalysisResult, {
  description:
    'The answer of one provider to one prompt for one location in one replicate, and the analysis of the answer.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    ...exposeFields(t, resultDefinition, {
      omit: [
        'id',
        'provider',
        'location',
        'answer',
        'raw',
        'brand',
        'competitors',
        'sentiment',
        'recommendation',
      ],
      // `prompt` is the tracked prompt.
      rename: { prompt: 'promptText' },
    }),
    databaseId: t.exposeString('id', of('id')),
    provider: t.field({
      ...of('provider'),
      type: Provider,
      description: 'Provider that was asked.',
      resolve: ({ provider: token }) => ({ token }),
    }),
    location: t.expose('location', { type: 'Location', ...of('location') }),
    brand: t.field({
      ...of('brand'),
      type: BrandMention,
      description: 'How the answer speaks about the analysis brand; null without an answer.',
      resolve: brandMentionOf,
    }),
    competitors: t.field({
      ...of('competitors'),
      type: [CompetitorMention],
      description:
        'How the answer speaks about each competitor, including competitors without mentions; null without an answer.',
      resolve: competitorMentionsOf,
    }),
    answer: t.exposeString('answer', {
      ...of('answer'),
      nullable: true,
      description: 'Original answer in Markdown.',
    }),
    raw: t.string({
      ...of('raw'),
      nullable: true,
      description:
        'Raw provider response as JSON text: `{provider, driver, request, response: {status, headers, body}}`.',
      resolve: ({ raw }) => (raw == null ? null : JSON.stringify(raw)),
    }),
    previous: t.field({
      type: AnalysisResult,
      nullable: true,
      description:
        'The result of the same question (text, provider, location, replicate) in the previous run that has results.',
      resolve: ({ id, runId }, _, context, info) =>
        runId === null ? null : context.load(adjacentResultReader('previous', loadedParts(info)), id),
    }),
    next: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'The result of the same question in the next run that has results.',
      resolve: ({ id, runId }, _, context, info) =>
        runId === null ? null : context.load(adjacentResultReader('next', loadedParts(info)), id),
    }),
  }),
})

builder.queryField('result', (t) =>
  t.field({
    ...IMMUTABLE,
    type: AnalysisResult,
    nullable: true,
    description: 'A result by id; NOT_FOUND if it does not exist or is not visible to the caller.',
    args: { id: t.arg.id({ required: true, description: 'databaseId or global id of the result.' }) },
    resolve: async (_, { id }, { ctx, recordBatch }, info) => {
      const input = { resultId: databaseIdOf(id, 'AnalysisResult'), include: loadedParts(info) }
      const result = await readResult({ ctx, input })
      recordBatch(result.batch)
      return result
    },
  }),
)

export const AnalysisResultConnection = builder.connectionObject(
  { type: AnalysisResult, name: 'AnalysisResultConnection', description: 'A page of results.' },
  { name: 'AnalysisResultEdge', description: 'A result and its position in the list.' },
)

registerNode(
  AnalysisResult,
  async (context, ids, info) => {
    const { ctx } = context
    const results = await readResultsByIds({ ctx, input: { ids, include: loadedParts(info) } })
    for (const result of results) if (result) context.recordBatch(result.batch)
    return results
  },
  { immutable: true },
)

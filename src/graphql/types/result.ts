import { UNIT_ERROR_CODES } from '../../core/batches/unit-errors.ts'
import { adjacentResultReader } from '../../core/results/adjacent-results.ts'
import {
  modelDefinition,
  type Result,
  resultCostDefinition,
  resultDefinition,
  resultErrorDefinition,
  usageDefinition,
} from '../../core/results/definition.ts'
import { type ResultRecord, readResult, readResultsByIds } from '../../core/results/read.ts'
import { ANSWER_STATUSES, COST_SOURCES, LOCATIONS_APPLIED } from '../../definitions/vocabulary.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import {
  AnswerKindType,
  BrandMention,
  Citation,
  CompetitorMention,
  Judgement,
  Recommendation,
  Sentiment,
} from './observation.ts'
import { Provider, Surface } from './provider.ts'

/** What became of a question. */
export const ResultStatus = enumType('ResultStatus', {
  description: 'Status of a result.',
  values: ANSWER_STATUSES,
})

const LocationAppliedType = enumType('LocationApplied', {
  description: 'How the requested location reached the provider.',
  values: LOCATIONS_APPLIED,
})

const ofModel = fieldsOf(modelDefinition)
const AnswerModel = builder.objectRef<Result['model']>('AnswerModel').implement({
  description: 'The model behind an answer.',
  fields: (t) => ({
    requested: t.exposeString('requested', ofModel('requested')),
    reported: t.exposeString('reported', ofModel('reported')),
  }),
})

const ofUsage = fieldsOf(usageDefinition)
const Usage = builder.objectRef<NonNullable<Result['usage']>>('Usage').implement({
  description: 'What an answer used, as its provider counted it.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', ofUsage('inputTokens')),
    outputTokens: t.exposeInt('outputTokens', ofUsage('outputTokens')),
    searches: t.exposeInt('searches', ofUsage('searches')),
  }),
})

const ResultErrorCode = enumType('ResultErrorCode', {
  description: 'Why there is no answer.',
  values: UNIT_ERROR_CODES,
})

const ofError = fieldsOf(resultErrorDefinition)
const ResultError = builder.objectRef<NonNullable<Result['error']>>('ResultError').implement({
  description: 'Why there is no answer.',
  fields: (t) => ({
    code: t.expose('code', { type: ResultErrorCode, ...ofError('code') }),
    message: t.exposeString('message', ofError('message')),
  }),
})

const CostSource = enumType('CostSource', {
  description: 'How it is known what an answer cost.',
  values: COST_SOURCES,
})

const ofCost = fieldsOf(resultCostDefinition)
const ResultCost = builder.objectRef<NonNullable<Result['cost']>>('ResultCost').implement({
  description: 'What the provider charged for an answer.',
  fields: (t) => ({
    usd: t.exposeFloat('usd', ofCost('usd')),
    source: t.expose('source', { type: CostSource, ...ofCost('source') }),
    priceAsOf: t.exposeString('priceAsOf', ofCost('priceAsOf')),
  }),
})

const of = fieldsOf(resultDefinition)
/** What one provider said to one prompt. */
export const AnalysisResult = builder.objectRef<ResultRecord>('AnalysisResult')

builder.node(AnalysisResult, {
  description: 'What one provider answered to one prompt for one location, once, and what the answer says.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    runId: t.exposeString('runId', of('runId')),
    promptId: t.exposeString('promptId', of('promptId')),
    prompt: t.exposeString('prompt', of('prompt')),
    provider: t.field({
      ...of('provider'),
      type: Provider,
      description: 'The provider that was asked.',
      resolve: ({ provider: token }) => ({ token }),
    }),
    location: t.expose('location', { type: 'CountryCode', ...of('location') }),
    replicate: t.exposeInt('replicate', of('replicate')),
    status: t.expose('status', { type: ResultStatus, ...of('status') }),
    simulated: t.exposeBoolean('simulated', of('simulated')),
    surface: t.expose('surface', { type: Surface, ...of('surface') }),
    locationApplied: t.expose('locationApplied', { type: LocationAppliedType, ...of('locationApplied') }),
    model: t.expose('model', { type: AnswerModel, ...of('model') }),
    error: t.expose('error', { type: ResultError, ...of('error') }),
    cost: t.expose('cost', { type: ResultCost, ...of('cost') }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', ...of('answeredAt') }),
    answer: t.exposeString('answer', {
      ...of('answer'),
      nullable: true,
      description: 'The answer in Markdown, as given.',
    }),
    raw: t.string({
      ...of('raw'),
      nullable: true,
      description:
        'What the provider sent, as JSON text: `{provider, driver, request, response: {status, headers, body}}`.',
      resolve: ({ raw }) => (raw == null ? null : JSON.stringify(raw)),
    }),
    searched: t.exposeBoolean('searched', of('searched')),
    searchQueries: t.exposeStringList('searchQueries', of('searchQueries')),
    partial: t.exposeBoolean('partial', of('partial')),
    usage: t.expose('usage', { type: Usage, ...of('usage') }),
    answerKind: t.expose('answerKind', { type: AnswerKindType, ...of('answerKind') }),
    answerLanguage: t.exposeString('answerLanguage', of('answerLanguage')),
    brand: t.expose('brand', { type: BrandMention, ...of('brand') }),
    sentiment: t.expose('sentiment', { type: Sentiment, ...of('sentiment') }),
    competitors: t.expose('competitors', { type: [CompetitorMention], ...of('competitors') }),
    citations: t.expose('citations', { type: [Citation], ...of('citations') }),
    recommendation: t.expose('recommendation', { type: Recommendation, ...of('recommendation') }),
    judge: t.expose('judge', { type: Judgement, ...of('judge') }),
    extractionVersion: t.exposeInt('extractionVersion', of('extractionVersion')),
    parserVersion: t.exposeInt('parserVersion', of('parserVersion')),
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
    description: 'A result by its id; NOT_FOUND if the caller may see none with this id.',
    args: { id: t.arg.id({ required: true, description: 'Its databaseId, or its global id.' }) },
    resolve: async (_, { id }, { ctx, recordBatch }, info) => {
      const input = { resultId: databaseIdOf(id, 'AnalysisResult'), include: loadedParts(info) }
      const result = await readResult({ ctx, input })
      recordBatch(result.batch)
      return result
    },
  }),
)

/** A list of results that can grow. */
export const AnalysisResultConnection = builder.connectionObject(
  { type: AnalysisResult, name: 'AnalysisResultConnection', description: 'A page of results.' },
  { name: 'AnalysisResultEdge', description: 'A result at its place in the list.' },
)

registerNode(
  AnalysisResult,
  async (context, ids, info) => {
    const { ctx } = context
    const found = await readResultsByIds({ ctx, input: { ids, include: loadedParts(info) } })
    for (const result of found) if (result) context.recordBatch(result.batch)
    return found
  },
  { immutable: true },
)

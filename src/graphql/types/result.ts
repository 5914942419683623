import { neighbourReader } from '../../core/results/neighbours.ts'
import { type ResultRecord, readResultsByIds } from '../../core/results/read.ts'
import type { LocationApplied, Surface } from '../../providers/driver.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'
import { includeOf } from '../selection.ts'
import { BrandMention, Citation, CompetitorMention, Judgement, Sentiment } from './observation.ts'
import { Recommendation } from './recommendation.ts'
import { LocationAppliedType, ResultStatus, SurfaceType } from './result-enums.ts'

const AnswerModel = builder
  .objectRef<Pick<ResultRecord, 'modelRequested' | 'modelReported'>>('AnswerModel')
  .implement({
    description: 'The model behind an answer.',
    fields: (t) => ({
      requested: t.exposeString('modelRequested', {
        nullable: true,
        description: 'The one that was asked for.',
      }),
      reported: t.exposeString('modelReported', {
        nullable: true,
        description: 'The one the provider says it was.',
      }),
    }),
  })

const ResultError = builder.objectRef<NonNullable<ResultRecord['error']>>('ResultError').implement({
  description: 'Why there is no answer.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'For programs.' }),
    message: t.exposeString('message', { description: 'For people.' }),
  }),
})

/** What one provider said to one prompt. */
export const AnalysisResult = builder.objectRef<ResultRecord>('AnalysisResult')

builder.node(AnalysisResult, {
  description: 'What one provider answered to one prompt for one location, once, and what the answer says.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id in REST.' }),
    runId: t.exposeString('runId', { nullable: true, description: 'Its run; null in an async analysis.' }),
    promptId: t.exposeString('promptId', {
      nullable: true,
      description: 'Null for a prompt that belongs to no project.',
    }),
    prompt: t.exposeString('prompt', { description: 'The prompt as it was asked.' }),
    provider: t.exposeString('provider', { description: 'The token of the provider.' }),
    location: t.expose('location', { type: 'CountryCode', description: 'The country it was asked from.' }),
    replicate: t.exposeInt('replicate', { description: 'Which of the repetitions it is, 1-based.' }),
    status: t.expose('status', { type: ResultStatus, description: 'What became of it.' }),
    simulated: t.exposeBoolean('simulated', { description: 'True for an answer nobody was asked for.' }),
    // Text columns, written by the drivers in their own terms.
    surface: t.field({
      type: SurfaceType,
      nullable: true,
      description: 'Where the answer was seen.',
      resolve: ({ surface }) => surface as Surface | null,
    }),
    locationApplied: t.field({
      type: LocationAppliedType,
      nullable: true,
      description: 'How the location reached the provider.',
      resolve: ({ locationApplied }) => locationApplied as LocationApplied | null,
    }),
    model: t.field({ type: AnswerModel, description: 'The model behind it.', resolve: (result) => result }),
    error: t.expose('error', { type: ResultError, nullable: true, description: 'Why there is no answer.' }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was answered.',
    }),
    answer: t.exposeString('answer', { nullable: true, description: 'The answer in Markdown, as given.' }),
    raw: t.string({
      nullable: true,
      description: 'What was received, untouched: a JSON text.',
      resolve: ({ raw }) => (raw == null ? null : JSON.stringify(raw)),
    }),
    brand: t.expose('brand', { type: BrandMention, nullable: true, description: 'How it names the brand.' }),
    sentiment: t.expose('sentiment', {
      type: Sentiment,
      nullable: true,
      description: 'How it speaks of the brand.',
    }),
    competitors: t.expose('competitors', {
      type: [CompetitorMention],
      nullable: true,
      description: 'How it names each competitor, named or not.',
    }),
    citations: t.expose('citations', { type: [Citation], nullable: true, description: 'Its sources.' }),
    recommendation: t.expose('recommendation', {
      type: Recommendation,
      nullable: true,
      description: 'Whether it recommends the brand.',
    }),
    judge: t.expose('judge', {
      type: Judgement,
      nullable: true,
      description:
        'The language model that labelled what was found; null where the rules alone read the answer.',
    }),
    extractionVersion: t.exposeInt('extractionVersion', {
      nullable: true,
      description: 'Version of the rules that read the answer.',
    }),
    previous: t.field({
      type: AnalysisResult,
      nullable: true,
      description:
        'What came of the same question (text, provider, location, replicate) in the run before that gave results.',
      resolve: ({ id, runId }, _, context, info) =>
        runId === null ? null : context.load(neighbourReader('previous', includeOf(info)), id),
    }),
    next: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'What came of the same question in the run after that gave results.',
      resolve: ({ id, runId }, _, context, info) =>
        runId === null ? null : context.load(neighbourReader('next', includeOf(info)), id),
    }),
  }),
})

/** A list of results that can grow. */
export const AnalysisResultConnection = builder.connectionObject(
  { type: AnalysisResult, name: 'AnalysisResultConnection', description: 'A page of results.' },
  { name: 'AnalysisResultEdge', description: 'A result at its place in the list.' },
)

registerNode(AnalysisResult, async (context, ids, info) => {
  const { ctx } = context
  const found = await readResultsByIds({ ctx, input: { ids, include: includeOf(info) } })
  for (const result of found) if (result) context.saw(result.batch)
  return found
})

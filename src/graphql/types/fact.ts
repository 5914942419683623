import type { z } from 'zod'
import { addFact, removeFact, updateFact } from '../../core/facts/change.ts'
import {
  FACT_CHECK_STATES,
  FACT_DECIDERS,
  FACT_KINDS,
  FACT_VERDICTS,
  type FactCheckRecord,
  type FactRecord,
  type FactResultRecord,
  factCheckDefinition,
  factDefinition,
  factProviderDefinition,
  factQuoteDefinition,
  factResultDefinition,
  MAXIMUM_FACTS,
  MAXIMUM_QUOTES,
  PRICE_PERIODS,
} from '../../core/facts/definition.ts'
import { listFactsOfProjects, readFacts } from '../../core/facts/read.ts'
import { readFactChecks } from '../../core/facts/read-check.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'
import { RateType } from './rate.ts'
import { AnalysisResult } from './result.ts'
import { AnalysisRun } from './run.ts'

const FactKindType = enumType('FactKind', {
  description: 'Kinds of facts about a brand.',
  values: FACT_KINDS,
})
const PricePeriodType = enumType('PricePeriod', {
  description: 'How often a price is paid.',
  values: PRICE_PERIODS,
})
const FactVerdictType = enumType('FactVerdict', {
  description: 'What an answer says about a fact.',
  values: FACT_VERDICTS,
})
const FactDeciderType = enumType('FactDecider', {
  description: 'What decides about a statement.',
  values: FACT_DECIDERS,
})
const FactCheckStateType = enumType('FactCheckState', {
  description: 'State of the check of a run.',
  values: FACT_CHECK_STATES,
})

const of = fieldsOf(factDefinition)
const BrandFact = builder.objectRef<FactRecord>('BrandFact')

builder.node(BrandFact, {
  description: 'A fact about the brand of a project, which answers are checked against.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    kind: t.expose('kind', { type: FactKindType, ...of('kind') }),
    text: t.exposeString('text', of('text')),
    plan: t.exposeString('plan', of('plan')),
    amount: t.exposeFloat('amount', of('amount')),
    currency: t.exposeString('currency', of('currency')),
    period: t.expose('period', { type: PricePeriodType, ...of('period') }),
    year: t.exposeInt('year', of('year')),
    name: t.exposeString('name', of('name')),
    place: t.exposeString('place', of('place')),
    aliases: t.exposeStringList('aliases', of('aliases')),
    available: t.exposeBoolean('available', of('available')),
    days: t.exposeInt('days', of('days')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    project: t.field({
      type: Project,
      description: 'Project that the fact belongs to.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(BrandFact, ({ ctx }, ids) => readFacts({ ctx, input: { ids } }))

const ofQuote = fieldsOf(factQuoteDefinition)
const FactQuote = builder.objectRef<z.output<typeof factQuoteDefinition>>('FactQuote').implement({
  description: 'A passage of an answer that says something about a fact.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: FactVerdictType, ...ofQuote('verdict') }),
    decidedBy: t.expose('decidedBy', { type: FactDeciderType, ...ofQuote('decidedBy') }),
    text: t.exposeString('text', ofQuote('text')),
    start: t.exposeInt('start', ofQuote('start')),
    end: t.exposeInt('end', ofQuote('end')),
    provider: t.exposeString('provider', ofQuote('provider')),
    result: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'Result with the answer; null if its run was deleted.',
      resolve: ({ resultId }, _, { load }, info) =>
        load(readResultsByIds, resultId, { include: loadedParts(info) }),
    }),
  }),
})

const ofProvider = fieldsOf(factProviderDefinition)
const FactProviderResult = builder
  .objectRef<z.output<typeof factProviderDefinition>>('FactProviderResult')
  .implement({
    description: 'What the answers of one provider say about a fact.',
    fields: (t) => ({
      provider: t.exposeString('provider', ofProvider('provider')),
      contradicted: t.expose('contradicted', { type: RateType, ...ofProvider('contradicted') }),
      supported: t.expose('supported', { type: RateType, ...ofProvider('supported') }),
      unclear: t.exposeInt('unclear', ofProvider('unclear')),
    }),
  })

const ofResult = fieldsOf(factResultDefinition)
const FactResult = builder.objectRef<FactResultRecord>('FactResult').implement({
  description: 'What the answers of a run say about a fact.',
  fields: (t) => ({
    fact: t.expose('fact', { type: BrandFact, ...ofResult('fact') }),
    checked: t.exposeBoolean('checked', ofResult('checked')),
    contradicted: t.expose('contradicted', { type: RateType, ...ofResult('contradicted') }),
    supported: t.expose('supported', { type: RateType, ...ofResult('supported') }),
    unclear: t.exposeInt('unclear', ofResult('unclear')),
    providers: t.field({
      ...ofResult('providers'),
      type: [FactProviderResult],
      extensions: { items: 10 },
      resolve: ({ providers }) => providers,
    }),
    quotes: t.field({
      ...ofResult('quotes'),
      type: [FactQuote],
      extensions: { items: MAXIMUM_QUOTES * Object.keys(FACT_VERDICTS).length },
      resolve: ({ quotes }) => quotes,
    }),
  }),
})

const ofCheck = fieldsOf(factCheckDefinition)
const FactCheck = builder.objectRef<FactCheckRecord>('FactCheck').implement({
  description: 'The check of the answers of a run against the facts of its project.',
  fields: (t) => ({
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'Run whose answers were checked; null if it was deleted.',
      resolve: ({ runId }, _, { load }) => load(readRuns, runId),
    }),
    state: t.expose('state', { type: FactCheckStateType, ...ofCheck('state') }),
    answers: t.exposeInt('answers', ofCheck('answers')),
    unreadAnswers: t.exposeInt('unreadAnswers', ofCheck('unreadAnswers')),
    factResults: t.field({
      ...ofCheck('results'),
      type: [FactResult],
      extensions: { items: MAXIMUM_FACTS },
      resolve: ({ results }) => results,
    }),
  }),
})

builder.objectFields(Project, (t) => ({
  facts: t.field({
    type: [BrandFact],
    nullable: true,
    extensions: { items: MAXIMUM_FACTS },
    description: `Facts about the brand, at most ${MAXIMUM_FACTS}, oldest first.`,
    resolve: ({ id }, _, { load }) => load(listFactsOfProjects, id),
  }),
  factCheck: t.field({
    type: FactCheck,
    nullable: true,
    description:
      'What the answers of a run say about the facts, by default of the latest ended run with answers; null without such a run.',
    args: { runId: t.arg.id({ description: 'databaseId or global id of a run of the project.' }) },
    resolve: async ({ id }, { runId: given }, { load }) => {
      const runId = given == null ? null : databaseIdOf(given, 'AnalysisRun')
      const check = await load(readFactChecks, id, { runId })
      if (!check && runId !== null) throw notFound('Run')
      return check
    },
  }),
}))

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** The fields of a fact in an input. */
const factFields = (t: InputFields) => ({
  kind: t.field({ type: FactKindType, required: true, description: 'Kind of the fact.' }),
  plan: t.string({
    description: 'Plan that has the price; omitted for the only price of the product. Only for PRICE.',
  }),
  amount: t.float({ description: 'Amount of the price. Only for PRICE.' }),
  currency: t.string({ description: 'Currency of the price (ISO 4217). Only for PRICE.' }),
  period: t.field({ type: PricePeriodType, description: 'How often the price is paid. Only for PRICE.' }),
  year: t.int({ description: 'Year in which the company was founded. Only for FOUNDED.' }),
  name: t.string({ description: 'Name of the feature. Only for FEATURE.' }),
  place: t.string({
    description:
      'City of the headquarters, or country or region of the availability. Only for HEADQUARTERS and AVAILABILITY.',
  }),
  aliases: t.stringList({
    description:
      'Other names of the feature or of the place, and for HEADQUARTERS also the regions and countries that contain the city. Only for FEATURE, AVAILABILITY and HEADQUARTERS.',
  }),
  available: t.boolean({
    description:
      'Whether the feature, the free plan or the free trial exists, or the product is available in the place. Only for FEATURE, AVAILABILITY, FREE_PLAN and FREE_TRIAL.',
  }),
  days: t.int({
    description:
      'Length of the free trial in days; omitted if the length does not matter. Only for FREE_TRIAL.',
  }),
})

const AddFactInput = builder.inputType('AddFactInput', {
  description: 'A fact to add. Only the fields of its kind may be set.',
  fields: (t) => ({ projectId: t.id({ description: ABOUT.projectId }), ...factFields(t) }),
})

const UpdateFactInput = builder.inputType('UpdateFactInput', {
  description: 'A fact to replace. Only the fields of its kind may be set.',
  fields: (t) => ({
    factId: t.id({ required: true, description: 'databaseId or global id of the fact.' }),
    ...factFields(t),
  }),
})

const factPayload = (name: string, description: string) =>
  builder.objectRef<{ fact: FactRecord }>(name).implement({
    description,
    fields: (t) => ({ fact: t.expose('fact', { type: BrandFact, description }) }),
  })

const RemoveFactInput = builder.inputType('RemoveFactInput', {
  description: 'The fact to remove.',
  fields: (t) => ({
    factId: t.id({ required: true, description: 'databaseId or global id of the fact.' }),
  }),
})

const RemoveFactPayload = builder.objectRef<{ id: string }>('RemoveFactPayload').implement({
  description: 'The removed fact.',
  fields: (t) => ({
    removedFactId: t.id({
      description: 'Global id of the removed fact.',
      resolve: ({ id }) => globalIdOf('BrandFact', id),
    }),
  }),
})

builder.mutationFields((t) => ({
  addFact: t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: factPayload('AddFactPayload', 'The new fact.'),
    description:
      'Adds a fact about the brand. The answers of the two latest runs are then checked in the background.',
    args: { input: t.arg({ type: AddFactInput, required: true, description: 'The fact.' }) },
    resolve: async (_, { input: { projectId, ...fact } }, { ctx }) => ({
      fact: await addFact({ ctx, input: { ...namedProject(projectId), ...omitNullish(fact) } }),
    }),
  }),
  updateFact: t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: factPayload('UpdateFactPayload', 'The changed fact.'),
    description:
      'Replaces a fact. The answers of the two latest runs are then checked again in the background.',
    args: { input: t.arg({ type: UpdateFactInput, required: true, description: 'The fact.' }) },
    resolve: async (_, { input: { factId, ...fact } }, { ctx }) => ({
      fact: await updateFact({
        ctx,
        input: { factId: databaseIdOf(factId, 'BrandFact'), ...omitNullish(fact) },
      }),
    }),
  }),
  removeFact: t.field({
    ...failsWith('NOT_FOUND'),
    type: RemoveFactPayload,
    description: 'Removes a fact with its results.',
    args: { input: t.arg({ type: RemoveFactInput, required: true, description: 'The fact.' }) },
    resolve: async (_, { input }, { ctx }) => ({
      id: await removeFact({ ctx, input: { factId: databaseIdOf(input.factId, 'BrandFact') } }),
    }),
  }),
}))

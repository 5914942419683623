import { correctLabels } from '../../core/corrections/correct.ts'
import { correctionRateDefinition, uncertainLabelDefinition } from '../../core/corrections/definition.ts'
import { type CorrectionRate, readCorrectionRates } from '../../core/corrections/rates.ts'
import { removeCorrection } from '../../core/corrections/remove.ts'
import {
  type ListedUncertainLabel,
  listUncertainLabels,
  MAXIMUM_LISTED,
} from '../../core/corrections/review.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { readResult, readResultsByIds } from '../../core/results/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { CACHE_ID, cacheIdOf, databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { parseEntityId } from './entity-ids.ts'
import { RecommendationStrengthType } from './entity-mention.ts'
import { SentimentLabelType } from './observation.ts'
import { Project } from './project.ts'
import { projectChangePayload } from './project-mutations.ts'
import { RateType } from './rate.ts'
import { AnalysisResult } from './result.ts'

const ABOUT = {
  resultId: 'databaseId or global id of the result.',
  entityId: 'The brand: `brand`, or the databaseId or global id of a competitor.',
} as const

const ofRate = fieldsOf(correctionRateDefinition)
const CorrectionRateType = builder.objectRef<CorrectionRate & { about: string }>('CorrectionRate').implement({
  description: 'How often people had to correct the labels of the answers of a provider in a language.',
  fields: (t) => ({
    id: t.id({
      ...CACHE_ID,
      resolve: ({ about, provider, language }) =>
        cacheIdOf('CorrectionRate', about, `${provider}:${language ?? ''}`),
    }),
    provider: t.exposeString('provider', ofRate('provider')),
    language: t.exposeString('language', ofRate('language')),
    corrected: t.expose('corrected', { type: RateType, ...ofRate('corrected') }),
  }),
})

const ofLabel = fieldsOf(uncertainLabelDefinition)
const UncertainLabel = builder.objectRef<ListedUncertainLabel>('UncertainLabel').implement({
  description: 'Labels of a tracked brand in an answer that may be wrong.',
  fields: (t) => ({
    id: t.id({
      ...CACHE_ID,
      resolve: ({ resultId, entityId }) => cacheIdOf('UncertainLabel', resultId, entityId),
    }),
    entityId: t.exposeID('entityId', ofLabel('entityId')),
    probability: t.exposeFloat('probability', ofLabel('probability')),
    result: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'Result with the answer; null if its run was deleted.',
      resolve: ({ resultId }, _, { load }, info) =>
        load(readResultsByIds, resultId, { include: loadedParts(info) }),
    }),
  }),
})

builder.objectFields(Project, (t) => ({
  correctionRates: t.field({
    type: [CorrectionRateType],
    nullable: true,
    extensions: { items: 10 },
    description:
      'Measured error of the analysis: of the labels that people checked, how many they changed, by provider and language.',
    resolve: async ({ id }, _, { load }) =>
      (await load(readCorrectionRates, id)).map((rate) => ({ ...rate, about: id })),
  }),
  uncertainLabels: t.field({
    type: [UncertainLabel],
    nullable: true,
    extensions: { items: MAXIMUM_LISTED },
    description: `The least certain labels of a run that nobody has checked, least certain first, at most ${MAXIMUM_LISTED}. By default of the latest ended run with answers.`,
    args: { runId: t.arg.id({ description: 'databaseId or global id of a run of the project.' }) },
    resolve: async ({ id }, { runId: given }, { load }) => {
      const runId = given == null ? null : databaseIdOf(given, 'AnalysisRun')
      const labels = await load(listUncertainLabels, id, { runId })
      if (!labels && runId !== null) throw notFound('Run')
      return labels ?? []
    },
  }),
}))

const CorrectLabelsInput = builder.inputType('CorrectLabelsInput', {
  description: 'The right labels of a tracked brand in an answer. Give at least one.',
  fields: (t) => ({
    resultId: t.id({ required: true, description: ABOUT.resultId }),
    entityId: t.id({ required: true, description: ABOUT.entityId }),
    sentiment: t.field({
      type: SentimentLabelType,
      description: 'Sentiment toward the brand. If omitted, it stays as it is shown.',
    }),
    strength: t.field({
      type: RecommendationStrengthType,
      description:
        'Strength of the recommendation. If omitted, it stays as it is shown. Praise is never advice against a brand, and a brand that is only criticized is not recommended.',
    }),
  }),
})

const RemoveCorrectionInput = builder.inputType('RemoveCorrectionInput', {
  description: 'The correction to remove.',
  fields: (t) => ({
    resultId: t.id({ required: true, description: ABOUT.resultId }),
    entityId: t.id({ required: true, description: ABOUT.entityId }),
  }),
})

/** The result is loaded after the mutation, so it shows the change. */
function checkedResultPayload(name: string, description: string) {
  const payload = projectChangePayload<{ resultId: string }>(name, description)
  builder.objectField(payload, 'result', (t) =>
    t.field({
      type: AnalysisResult,
      description: 'The result with its current labels. The metrics of its run follow in the background.',
      resolve: ({ resultId }, _, { ctx }, info) =>
        readResult({ ctx, input: { resultId, include: loadedParts(info) } }),
    }),
  )
  return payload
}

builder.mutationFields((t) => ({
  correctLabels: t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: checkedResultPayload('CorrectLabelsPayload', 'The result with the corrected labels.'),
    description:
      'Sets the sentiment and the strength of a tracked brand in an answer of an ended run, instead of what the analysis read. Labels that are already shown are confirmed. A re-extraction keeps them.',
    args: { input: t.arg({ type: CorrectLabelsInput, required: true, description: 'The labels.' }) },
    resolve: (_, { input: { resultId, entityId, ...labels } }, { ctx }) =>
      correctLabels({
        ctx,
        input: {
          resultId: databaseIdOf(resultId, 'AnalysisResult'),
          entityId: parseEntityId('entityId', entityId),
          ...omitNullish(labels),
        },
      }),
  }),
  removeCorrection: t.field({
    ...failsWith('NOT_FOUND', 'CONFLICT'),
    type: checkedResultPayload('RemoveCorrectionPayload', 'The result without the correction.'),
    description:
      'Removes the correction of a tracked brand in an answer, so that the result shows the labels of the analysis again. Repeating the mutation has no further effect.',
    args: { input: t.arg({ type: RemoveCorrectionInput, required: true, description: 'The correction.' }) },
    resolve: (_, { input: { resultId, entityId } }, { ctx }) =>
      removeCorrection({
        ctx,
        input: {
          resultId: databaseIdOf(resultId, 'AnalysisResult'),
          entityId: parseEntityId('entityId', entityId),
        },
      }),
  }),
}))

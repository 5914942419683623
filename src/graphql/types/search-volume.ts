import { estimateSearchVolume } from '../../core/search-volume/estimate.ts'
import { VOLUME_CREDITS, type VolumeRecord, volumeDefinition } from '../../core/search-volume/volume.ts'
import { VOLUME_CONFIDENCES, VOLUME_METHODS } from '../../providers/volume-source.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../idempotency.ts'

const VolumeConfidence = enumType('VolumeConfidence', {
  description: 'How reliable an estimate is.',
  values: VOLUME_CONFIDENCES,
})

const VolumeMethod = enumType('VolumeMethod', {
  description: 'What an estimate is made from.',
  values: VOLUME_METHODS,
})

const of = fieldsOf(volumeDefinition)
const SearchVolume = builder.objectRef<VolumeRecord>('SearchVolume').implement({
  description: 'How often AI assistants are asked about a keyword.',
  fields: (t) => ({
    keyword: t.exposeString('keyword', of('keyword')),
    country: t.expose('country', { type: 'CountryCode', ...of('country') }),
    monthlyVolume: t.exposeInt('monthlyVolume', of('monthlyVolume')),
    confidence: t.expose('confidence', { type: VolumeConfidence, ...of('confidence') }),
    method: t.expose('method', { type: VolumeMethod, ...of('method') }),
    asOf: t.exposeString('asOf', of('asOf')),
    source: t.exposeString('source', of('source')),
    cached: t.exposeBoolean('cached', of('cached')),
    creditsCharged: t.exposeInt('creditsCharged', of('creditsCharged')),
  }),
})

const EstimateSearchVolumeInput = builder.inputType('EstimateSearchVolumeInput', {
  description: 'The estimate to make.',
  fields: (t) => ({
    keyword: t.string({
      required: true,
      description: 'A short keyword; there is no data for whole prompts.',
    }),
    country: t.field({ type: 'CountryCode', required: true, description: 'The country.' }),
    idempotencyKey: t.string({
      required: true,
      description: IDEMPOTENCY_KEY_DESCRIPTION,
    }),
  }),
})

const EstimateSearchVolumePayload = builder
  .objectRef<{ estimate: VolumeRecord; replayed: boolean }>('EstimateSearchVolumePayload')
  .implement({
    description: 'The estimated search volume.',
    fields: (t) => ({
      searchVolume: t.expose('estimate', { type: SearchVolume, description: 'The estimate.' }),
      replayed: t.exposeBoolean('replayed', {
        description: REPLAYED_DESCRIPTION,
      }),
    }),
  })

builder.mutationField('estimateSearchVolume', (t) =>
  t.field({
    type: EstimateSearchVolumePayload,
    description: `Estimates how often AI assistants are asked about a keyword. Every attempt costs ${VOLUME_CREDITS} credits, also without data or with an error of the source. FORBIDDEN for a project key.`,
    args: { input: t.arg({ type: EstimateSearchVolumeInput, required: true, description: 'Of what.' }) },
    resolve: (_, { input: { idempotencyKey, ...input } }, { ctx }) =>
      estimateSearchVolume({ ctx, input, idempotencyKey }),
  }),
)

import { VOLUME_CONFIDENCES, VOLUME_METHODS } from '../../core/provider-port/volume-source.ts'
import { estimateSearchVolume } from '../../core/search-volume/estimate.ts'
import { VOLUME_CREDITS, type VolumeRecord, volumeDefinition } from '../../core/search-volume/volume.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { IDEMPOTENCY_KEY_DESCRIPTION, REPLAYED_DESCRIPTION } from '../foundation/idempotency.ts'

const VolumeConfidence = enumType('VolumeConfidence', {
  description: 'How reliable an estimate is.',
  values: VOLUME_CONFIDENCES,
})

const VolumeMethod = enumType('VolumeMethod', {
  description: 'Method of an estimate.',
  values: VOLUME_METHODS,
})

const of = fieldsOf(volumeDefinition)
const SearchVolume = builder.objectRef<VolumeRecord>('SearchVolume').implement({
  description: 'How often people ask AI assistants about a keyword.',
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
      description: 'A short keyword; data is not available for whole prompts.',
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
    ...failsWith(
      'CONFLICT',
      'API_CREDITS_EXCEEDED',
      'PROVIDER_UNAVAILABLE',
      'UPSTREAM_ERROR',
      'UPSTREAM_TIMEOUT',
    ),
    type: EstimateSearchVolumePayload,
    description: `Estimates how often people ask AI assistants about a keyword. Every attempt costs ${VOLUME_CREDITS} credits, even if there is no data or the source fails. FORBIDDEN for project keys.`,
    args: {
      input: t.arg({
        type: EstimateSearchVolumeInput,
        required: true,
        description: 'The keyword and country.',
      }),
    },
    resolve: (_, { input: { idempotencyKey, ...input } }, { ctx }) =>
      estimateSearchVolume({ ctx, input, idempotencyKey }),
  }),
)

import { estimateSearchVolume } from '../../core/search-volume/estimate.ts'
import type { VolumeRecord } from '../../core/search-volume/record.ts'
import { builder } from '../builder.ts'

const VolumeConfidence = builder.enumType('VolumeConfidence', {
  description: 'How much an estimate is to be trusted.',
  values: {
    LOW: { value: 'low', description: 'A guess.' },
    MEDIUM: { value: 'medium', description: 'Its order of magnitude is right.' },
    HIGH: { value: 'high', description: 'Measured, or close to it.' },
  } as const satisfies Record<string, { value: VolumeRecord['confidence']; description: string }>,
})

const SearchVolume = builder.objectRef<VolumeRecord>('SearchVolume').implement({
  description: 'How often a keyword is put to AI assistants.',
  fields: (t) => ({
    keyword: t.exposeString('keyword', { description: 'The keyword, trimmed.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Where.' }),
    monthlyVolume: t.exposeInt('monthlyVolume', { description: 'How often a month.' }),
    confidence: t.expose('confidence', { type: VolumeConfidence, description: 'How sure that is.' }),
    source: t.exposeString('source', { description: 'Who says so; `simulated` when it is made up.' }),
    cached: t.exposeBoolean('cached', {
      description: 'Whether the source had been asked before, in the last 30 days.',
    }),
    creditsCharged: t.exposeInt('creditsCharged', { description: 'What the attempt cost.' }),
  }),
})

const EstimateSearchVolumeInput = builder.inputType('EstimateSearchVolumeInput', {
  description: 'What to estimate.',
  fields: (t) => ({
    keyword: t.string({
      required: true,
      description: 'A short head term; for whole prompts there is no data.',
    }),
    country: t.field({ type: 'CountryCode', required: true, description: 'Where.' }),
    idempotencyKey: t.string({
      required: true,
      description:
        'Names this request over all its repetitions, which are answered alike for 24 hours and charged once: 1–255 visible ASCII characters.',
    }),
  }),
})

const EstimateSearchVolumePayload = builder
  .objectRef<{ estimate: VolumeRecord; replayed: boolean }>('EstimateSearchVolumePayload')
  .implement({
    description: 'What came of estimating a search volume.',
    fields: (t) => ({
      searchVolume: t.expose('estimate', { type: SearchVolume, description: 'The estimate.' }),
      replayed: t.exposeBoolean('replayed', {
        description: 'Whether this is the answer of an earlier request with the same key.',
      }),
    }),
  })

builder.mutationField('estimateSearchVolume', (t) =>
  t.field({
    type: EstimateSearchVolumePayload,
    description:
      'Estimates how often a keyword is put to AI assistants. Every attempt costs 40 credits, also one without data or with an error of the source. FORBIDDEN for a project key.',
    args: { input: t.arg({ type: EstimateSearchVolumeInput, required: true, description: 'Of what.' }) },
    resolve: (_, { input: { idempotencyKey, ...input } }, { ctx }) =>
      estimateSearchVolume({ ctx, input, idempotencyKey }),
  }),
)

import { z } from 'zod'
import { idempotencyKeySchema } from '../../core/idempotency/key.ts'
import { estimateSearchVolume as estimate } from '../../core/search-volume/estimate.ts'
import { VOLUME_CREDITS, volumeDefinition, volumeInputSchema } from '../../core/search-volume/volume.ts'
import { defineTool } from '../tool.ts'

/** Estimates how often a keyword is put to language models. */
export const estimateSearchVolume = defineTool({
  name: 'estimate_search_volume',
  title: 'Estimate search volume',
  description: `Estimates how often per month a keyword is put to AI assistants in a country. Every attempt costs ${VOLUME_CREDITS} credits, also one that is answered from the cache, has no data (NOT_FOUND) or meets an error of the source; invalid arguments cost nothing. It is an estimate: method says what it is made from.`,
  permission: 'search-volume:estimate',
  effect: 'spend',
  input: volumeInputSchema.extend({
    idempotencyKey: idempotencyKeySchema.describe(
      'Names this request over all its repetitions, such as a new UUID: for 24 hours the same key and arguments give the stored answer without a charge; with other arguments it is a CONFLICT.',
    ),
  }),
  output: volumeDefinition.extend({
    replayed: z.boolean().describe('Whether it is the stored answer to an earlier call with the same key.'),
  }),
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { estimate: figures, replayed } = await estimate({ ctx, input, idempotencyKey })
    return { ...figures, replayed }
  },
})

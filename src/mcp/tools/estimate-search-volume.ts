import { z } from 'zod'
import { idempotencyKeySchema } from '../../core/idempotency/key.ts'
import { estimateSearchVolume as estimate } from '../../core/search-volume/estimate.ts'
import { VOLUME_CREDITS, volumeDefinition, volumeInputSchema } from '../../core/search-volume/volume.ts'
import { defineTool } from '../foundation/tool.ts'

export const estimateSearchVolume = defineTool({
  name: 'estimate_search_volume',
  title: 'Estimate search volume',
  description: `Estimates how often per month people ask AI assistants about a keyword in a country. Every attempt costs ${VOLUME_CREDITS} credits, even if the answer comes from the cache, there is no data (NOT_FOUND) or the source fails; invalid arguments are free. The field method describes how the estimate was made.`,
  permission: 'search-volume:estimate',
  effect: 'outside',
  input: volumeInputSchema.extend({
    idempotencyKey: idempotencyKeySchema.describe(
      'Identifies this request across retries; use a new UUID. For 24 hours, a repeated call returns the stored answer for free.',
    ),
  }),
  output: volumeDefinition.extend({
    replayed: z.boolean().describe('Whether this is the stored answer of an earlier call with the same key.'),
  }),
  async run({ idempotencyKey, ...input }, { ctx }) {
    const { estimate: figures, replayed } = await estimate({ ctx, input, idempotencyKey })
    return { ...figures, replayed }
  },
})

import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { idempotencyKeySchema } from '../../core/idempotency/key.ts'
import { estimateSearchVolume } from '../../core/search-volume/estimate.ts'
import {
  VOLUME_CREDITS,
  type VolumeInput,
  volumeDefinition,
  volumeInputSchema,
} from '../../core/search-volume/volume.ts'
import { jsonBody } from '../body.ts'
import type { RestApp } from '../context.ts'
import { keyHeader, withIdempotencyKey } from '../idempotency.ts'
import { REPLAY_HEADER } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'

const estimateRoute = createRoute({
  method: 'post',
  path: '/v1/search-volume',
  operationId: 'estimateSearchVolume',
  summary: 'Estimate how often a keyword is put to AI assistants',
  description: `Organization keys only. Every attempt costs ${VOLUME_CREDITS} credits, also one that is answered from the cache, has no data (404) or meets an
error of the source (502, 503, 504). What is refused before an attempt is free: an invalid body, a country that the source does not cover (400), no
source (503).

The figure is an estimate: prompts to assistants are counted by nobody. \`method\` says what it is made from and \`asOf\` of when it is.

The same \`Idempotency-Key\` with the same body gives the stored answer again for 24 hours, errors included, with the header
\`Idempotent-Replayed: true\` and without a charge; with another body, or while the first request is under way, it is a 409.`,
  tags: ['Search volume'],
  security: takes('organizationKey'),
  request: {
    headers: keyHeader(idempotencyKeySchema),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: volumeInputSchema.meta({ id: 'EstimateSearchVolume' }),
          example: { keyword: 'task manager', country: 'US' },
        },
      },
    },
  },
  responses: {
    200: success('The estimate.', z.object({ data: volumeDefinition }), { headers: REPLAY_HEADER }),
    ...failures(
      'BAD_REQUEST',
      'FORBIDDEN',
      'API_CREDITS_EXCEEDED',
      'NOT_FOUND',
      'CONFLICT',
      'UPSTREAM_ERROR',
      'PROVIDER_UNAVAILABLE',
      'UPSTREAM_TIMEOUT',
    ),
  },
})

/** Adds the endpoint of search volumes. */
export function addSearchVolumeRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(estimateRoute)
  app.post(estimateRoute.getRoutingPath(), async (context) => {
    // The verb checks both values; these types are what it accepts.
    const input = (await jsonBody(context, 'search-volume:estimate')) as VolumeInput
    const { estimate } = await withIdempotencyKey(context, idempotencyKeySchema, (key) =>
      estimateSearchVolume({ ctx: context.get('ctx'), input, idempotencyKey: key as string }),
    )
    return context.json({ data: estimate })
  })
}

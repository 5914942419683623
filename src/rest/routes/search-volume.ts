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
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { keyHeader, withIdempotencyKey } from '../foundation/idempotency.ts'
import { REPLAY_HEADER } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'

const estimateRoute = createRoute({
  method: 'post',
  path: '/v1/search-volume',
  operationId: 'estimateSearchVolume',
  summary: 'Estimate how often people ask AI assistants about a keyword',
  description: `Organization keys only. Every attempt costs ${VOLUME_CREDITS} credits, even if the answer comes from the cache, there is no data (404) or the
source fails (502, 503, 504). Requests rejected before an attempt are free: an invalid body, a country that the source does not cover (400), no
configured source (503).

The result is an estimate, because assistants do not publish prompt counts. \`method\` describes how it was made and \`asOf\` the date of its data.

For 24 hours, the same \`Idempotency-Key\` and body return the stored response, including errors, with the header
\`Idempotent-Replayed: true\` and at no charge. The same key returns 409 with another body, or while the first request is in progress.`,
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

export function addSearchVolumeRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(estimateRoute)
  app.post(estimateRoute.getRoutingPath(), async (context) => {
    // The operation validates the input; the casts only declare its type.
    const input = (await jsonBody(context, 'search-volume:estimate')) as VolumeInput
    const { estimate } = await withIdempotencyKey(context, idempotencyKeySchema, (key) =>
      estimateSearchVolume({ ctx: context.get('ctx'), input, idempotencyKey: key as string }),
    )
    return context.json({ data: estimate })
  })
}

import { z } from 'zod'
import type { RestApp } from '../context.ts'
import { endedSchema } from '../schemas/async-analysis.ts'

const HEADERS = z.object({
  'webhook-id': z.string().describe('The same for every attempt: a repetition is known by it.'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('When this attempt was signed, in Unix seconds.'),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`.'),
})

const BODY = z
  .object({
    type: z.enum(['async_analysis.completed', 'async_analysis.partially_completed', 'async_analysis.failed']),
    timestamp: z.iso.datetime().describe('When the analysis ended.'),
    data: endedSchema.pick({
      analysisId: true,
      status: true,
      progress: true,
      credits: true,
      summary: true,
    }),
  })
  .meta({ id: 'AnalysisEnded' })

/** Documents the calls that are made to others: the end of an async analysis (contract §5). */
export function describeWebhooks(app: RestApp): void {
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: 'asyncAnalysisEnded',
    operationId: 'asyncAnalysisEnded',
    summary: 'An async analysis has ended',
    description: `Sent to the \`webhook.url\` of an async analysis, signed by the [Standard Webhooks](https://www.standardwebhooks.com) scheme with
\`webhook.secret\` or the secret of the organization. Any other answer than 2xx or 410, or none within 15 seconds, is followed
by another attempt after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 8 h. A 410 ends it. Redirects are not followed.`,
    tags: ['Async analysis'],
    security: [],
    request: {
      headers: HEADERS,
      body: { required: true, content: { 'application/json': { schema: BODY } } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'Nobody wants this any more: no further attempt.' },
    },
  })
}

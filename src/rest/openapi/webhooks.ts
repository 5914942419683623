import { z } from 'zod'
import { type MessageDefinition, WEBHOOK_MESSAGES } from '../../core/webhooks/events.ts'
import { enumSchema } from '../../definitions/enumeration.ts'
import { exampleOf } from '../../definitions/example.ts'
import type { RestApp } from '../context.ts'

const HEADERS = z.object({
  'webhook-id': z.string().describe('The same for every attempt: a repetition is known by it.'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('When this attempt was signed, in Unix seconds.'),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`.'),
})

const DELIVERY = `Sent to the \`webhook.url\` of an async analysis, signed by the [Standard Webhooks](https://www.standardwebhooks.com) scheme with
\`webhook.secret\` or the secret of the organization. Any other answer than 2xx or 410, or none within 15 seconds, is followed
by another attempt after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 8 h. A 410 ends it. Redirects are not followed.`

/** Documents the calls that are made to the receivers of webhooks. */
export function describeWebhooks(app: RestApp): void {
  const messages: Record<string, MessageDefinition> = WEBHOOK_MESSAGES
  for (const [name, { id, summary, events, data }] of Object.entries(messages)) {
    const body = z
      .object({
        type: enumSchema(events, 'What happened.'),
        timestamp: z.iso.datetime().describe('When it happened.'),
        data,
      })
      .meta({ id })
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      summary,
      description: DELIVERY,
      tags: ['Async analysis'],
      security: [],
      request: {
        headers: HEADERS,
        body: { required: true, content: { 'application/json': { schema: body, example: exampleOf(body) } } },
      },
      responses: {
        '2XX': { description: 'Received.' },
        410: { description: 'Nobody wants this any more: no further attempt.' },
      },
    })
  }
}

import { z } from 'zod'
import { type MessageDefinition, WEBHOOK_MESSAGES } from '../../core/webhooks/events.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { createExample } from '../../definitions/fields/example.ts'
import type { RestApp } from '../foundation/context.ts'

const HEADERS = z.object({
  'webhook-id': z.string().describe('The same for every attempt; use it to detect duplicates.'),
  'webhook-timestamp': z.string().regex(/^\d+$/).describe('When this attempt was signed, in Unix seconds.'),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`.'),
})

const DELIVERY = `Sent to the \`webhook.url\` of an async analysis and to the webhooks of a project, signed by the [Standard Webhooks](https://www.standardwebhooks.com) scheme with
the secret of the webhook or of the organization. If the receiver does not respond with 2xx or 410 within 15 seconds, the delivery is
retried after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 8 h. A 410 stops all retries. Redirects are not followed.`

/** Documents the webhook requests that the product sends. */
export function describeWebhooks(app: RestApp): void {
  const messages: Record<string, MessageDefinition> = WEBHOOK_MESSAGES
  for (const [name, { id, summary, events, data }] of Object.entries(messages)) {
    const body = z
      .object({
        type: enumSchema(events, 'Type of the event.'),
        timestamp: z.iso.datetime().describe('Time of the event.'),
        data,
      })
      .meta({ id })
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      summary,
      description: DELIVERY,
      tags: ['Project webhooks'],
      security: [],
      request: {
        headers: HEADERS,
        body: {
          required: true,
          content: { 'application/json': { schema: body, example: createExample(body) } },
        },
      },
      responses: {
        '2XX': { description: 'Received.' },
        410: { description: 'No longer wanted; there are no further attempts.' },
      },
    })
  }
}

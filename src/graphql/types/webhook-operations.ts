import type { DeliveryRecord } from '../../core/webhooks/record.ts'
import { redeliverWebhook } from '../../core/webhooks/redeliver.ts'
import { rotateWebhookSecret } from '../../core/webhooks/rotate-secret.ts'
import { readWebhookSecret } from '../../core/webhooks/secret.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { Organization } from './organization.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

builder.objectField(Organization, 'webhookSecret', (t) =>
  t.string({
    nullable: true,
    description:
      'Signs the webhooks that bring no secret of their own: `whsec_…`. For signed-in admins; FORBIDDEN for others.',
    resolve: async (_, __, { ctx }) => (await readWebhookSecret({ ctx })).secret,
  }),
)

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'Whose secret to replace.',
  fields: (t) => ({
    organizationId: t.id({
      description: "The organization's databaseId, or its global id; the caller's own without.",
    }),
  }),
})

const RotateWebhookSecretPayload = builder
  .objectRef<{ secret: string }>('RotateWebhookSecretPayload')
  .implement({
    description: 'What came of replacing the secret.',
    fields: (t) => ({ secret: t.exposeString('secret', { description: 'The new one, `whsec_…`.' }) }),
  })

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description:
      "Replaces the organization's secret; every call from now on is signed with the new one. For signed-in admins.",
    args: { input: t.arg({ type: RotateWebhookSecretInput, required: true, description: 'Whose.' }) },
    resolve: (_, { input: { organizationId: id } }, { ctx }) =>
      rotateWebhookSecret({
        ctx,
        input: id == null ? {} : { organizationId: databaseIdOf(id, 'Organization') },
      }),
  }),
)

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  description: 'Which webhook to send once more.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Its databaseId, or its global id.' }) }),
})

const RedeliverWebhookPayload = builder.objectRef<DeliveryRecord>('RedeliverWebhookPayload').implement({
  description: 'What came of sending a webhook once more.',
  fields: (t) => ({
    webhookDelivery: t.field({
      type: WebhookDelivery,
      description: 'The webhook, waiting for its next attempt.',
      resolve: (delivery) => delivery,
    }),
  }),
})

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: RedeliverWebhookPayload,
    description:
      'Sends a webhook once more, at once and whatever became of it, under the same id. For keys that may see the analysis, and signed-in admins.',
    args: { input: t.arg({ type: RedeliverWebhookInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input }, { ctx }) =>
      redeliverWebhook({ ctx, input: { deliveryId: databaseIdOf(input.id, 'WebhookDelivery') } }),
  }),
)

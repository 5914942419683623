import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { AUDIT_ACTIONS } from '../foundation/audit-log.ts'

/** Who caused an entry of the audit log. */
export const AUDIT_ACTORS = {
  member: 'A signed-in member.',
  key: 'A program with an API key.',
  operator: 'The operator at the command line.',
  job: 'A background job.',
} as const satisfies Enumeration

const text = (description: string, example: string) =>
  z.string().describe(description).register(fieldMetadata, { example })

/** An entry of the audit log: who did what, when and from where. */
export const auditEntryDefinition = z.object({
  id: z.uuid().describe('Id of the entry.'),
  at: z.date().describe('When the action happened.'),
  action: enumSchema(AUDIT_ACTIONS, 'What happened.'),
  target: text('Name of what was changed; null if the action says it.', 'ann@example.com').nullable(),
  actorType: enumSchema(AUDIT_ACTORS, 'Who acted.'),
  actorName: text(
    'Email address of the member, or name of the key; null for others.',
    'bob@example.com',
  ).nullable(),
  address: text('Address of the client; null without a request.', '192.0.2.1').nullable(),
})
export type AuditEntryRecord = z.output<typeof auditEntryDefinition>

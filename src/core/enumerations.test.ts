import { expect, it } from 'vitest'
import { valuesOf } from '../definitions/enumeration.ts'
import { ANSWER_STATUSES } from '../definitions/vocabulary.ts'
import * as database from '../generated/prisma/enums.ts'
import { MEMBER_ROLES } from './actor.ts'
import { BATCH_STATUSES } from './batch-status.ts'
import { BATCH_TRIGGERS } from './batches/definition.ts'
import { CREDIT_KINDS } from './credits/definition.ts'
import { PLANS } from './organizations/plans.ts'
import { SETUP_STATUSES, SITE_FAILURES } from './projects/definition.ts'
import { REEXTRACTION_STATUSES } from './reextractions/row.ts'
import { DELIVERY_STATUSES } from './webhooks/definition.ts'

it('the enumerations of the database have the values of their definitions', () => {
  const defined: Record<keyof typeof database, string[]> = {
    Plan: valuesOf(PLANS),
    MemberRole: valuesOf(MEMBER_ROLES),
    CreditKind: valuesOf(CREDIT_KINDS),
    SetupStatus: valuesOf(SETUP_STATUSES),
    SiteFailure: valuesOf(SITE_FAILURES),
    BatchStatus: valuesOf(BATCH_STATUSES),
    BatchTrigger: valuesOf(BATCH_TRIGGERS),
    ReextractionStatus: valuesOf(REEXTRACTION_STATUSES),
    DeliveryStatus: valuesOf(DELIVERY_STATUSES),
    // A unit that is still to be asked has no answer that could be shown.
    ResultStatus: ['pending', ...valuesOf(ANSWER_STATUSES)],
    // Shown as two types of GraphQL and two paths of REST, never as a value.
    BatchKind: ['run', 'async'],
  }
  const stored = Object.entries(database).map(([name, values]) => [name, Object.keys(values)])
  expect(defined).toEqual(Object.fromEntries(stored))
})

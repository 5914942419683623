import { expect, it } from 'vitest'
import { valuesOf } from '../definitions/fields/enumeration.ts'
import { ANSWER_STATUSES } from '../definitions/vocabulary.ts'
import * as database from '../generated/prisma/enums.ts'
import { BATCH_TRIGGERS } from './batches/definition.ts'
import { CITED_PAGE_OUTCOMES } from './cited-pages/definition.ts'
import { CREDIT_KINDS } from './credits/definition.ts'
import { KEY_SCOPES, MEMBER_ROLES } from './foundation/actor.ts'
import { BATCH_STATUSES } from './foundation/batch-status.ts'
import { OPPORTUNITY_STATUSES } from './opportunities/foundation/definition.ts'
import { PLANS } from './organizations/plans.ts'
import { SETUP_STATUSES, SITE_FAILURES } from './projects/definition.ts'
import { CREDENTIAL_CHECK_STATUSES } from './provider-credentials/definition.ts'
import { REEXTRACTION_STATUSES } from './reextractions/row.ts'
import { REPORT_DELIVERY_STATUSES, REPORT_FREQUENCIES } from './report-schedules/definition.ts'
import { DELIVERY_STATUSES } from './webhooks/definition.ts'

it('database enumerations have the same values as their definitions', () => {
  const defined: Record<keyof typeof database, string[]> = {
    Plan: valuesOf(PLANS),
    MemberRole: valuesOf(MEMBER_ROLES),
    KeyScope: valuesOf(KEY_SCOPES),
    CredentialCheckStatus: valuesOf(CREDENTIAL_CHECK_STATUSES),
    CreditKind: valuesOf(CREDIT_KINDS),
    SetupStatus: valuesOf(SETUP_STATUSES),
    SiteFailure: valuesOf(SITE_FAILURES),
    CitedPageOutcome: valuesOf(CITED_PAGE_OUTCOMES),
    OpportunityStatus: valuesOf(OPPORTUNITY_STATUSES),
    BatchStatus: valuesOf(BATCH_STATUSES),
    BatchTrigger: valuesOf(BATCH_TRIGGERS),
    ReextractionStatus: valuesOf(REEXTRACTION_STATUSES),
    DeliveryStatus: valuesOf(DELIVERY_STATUSES),
    ReportFrequency: valuesOf(REPORT_FREQUENCIES),
    ReportDeliveryStatus: valuesOf(REPORT_DELIVERY_STATUSES),
    // A pending unit has no answer, so the public enumeration does not include it.
    ResultStatus: ['pending', ...valuesOf(ANSWER_STATUSES)],
    // The APIs never show this value: the kinds are separate GraphQL types and REST paths.
    BatchKind: ['run', 'async'],
  }
  const stored = Object.entries(database).map(([name, values]) => [name, Object.keys(values)])
  expect(defined).toEqual(Object.fromEntries(stored))
})

import Cursor from 'pg-cursor'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'

/** A row of a table, with the names of the columns in the database. */
export interface ExportedRow {
  table: string
  row: Record<string, unknown>
}

const PROJECTS = 'SELECT id FROM project WHERE organization_id = $1'
const BATCHES = 'SELECT id FROM batch WHERE organization_id = $1'
const RESULTS = `SELECT r.id FROM result r JOIN batch b ON b.id = r.batch_id WHERE b.organization_id = $1`

const ofOrganization = 'organization_id = $1'
const ofProject = `project_id IN (${PROJECTS})`
const ofBatch = `batch_id IN (${BATCHES})`
const ofResult = `result_id IN (${RESULTS})`

const ofMember = 'member_id IN (SELECT id FROM member WHERE organization_id = $1)'

/** Tables with the condition for the rows of an organization, and the columns that contain secrets and are left out. */
export const EXPORTED: Readonly<Record<string, { where: string; without?: readonly string[] }>> = {
  organization: { where: 'id = $1', without: ['webhook_secret'] },
  user: { where: 'id IN (SELECT user_id FROM member WHERE organization_id = $1)' },
  member: { where: ofOrganization },
  invitation: { where: ofOrganization, without: ['token_hash'] },
  api_key: { where: ofOrganization, without: ['hash'] },
  provider_credential: { where: ofOrganization, without: ['sealed'] },
  provider_spend: { where: ofOrganization },
  judge_usage: { where: ofOrganization },
  credit_entry: { where: ofOrganization },
  audit_entry: { where: ofOrganization },
  reporting_role: { where: ofOrganization },
  project: { where: ofOrganization },
  competitor: { where: ofProject },
  tag: { where: ofProject },
  schedule: { where: ofProject },
  setup_proposal: { where: ofProject },
  brand_fact: { where: ofProject },
  fact_judgement: { where: `fact_id IN (SELECT id FROM brand_fact WHERE ${ofProject})` },
  dismissed_brand: { where: ofProject },
  project_webhook: { where: ofProject, without: ['webhook_secret', 'sealed_url'] },
  alert: { where: ofProject },
  alert_read: { where: `alert_id IN (SELECT id FROM alert WHERE ${ofProject})` },
  alert_rule: { where: ofProject },
  alert_mute: { where: ofProject },
  alert_preference: { where: ofMember },
  alert_email: { where: ofMember },
  opportunity: { where: ofProject },
  cited_page: { where: ofProject },
  dismissed_suggestion: { where: ofProject },
  branding: { where: ofOrganization },
  looked_up_keyword: { where: ofOrganization },
  report_schedule: { where: ofProject },
  report_unsubscription: { where: ofProject },
  report_delivery: { where: ofOrganization },
  share_link: { where: ofProject, without: ['token_hash', 'password_hash'] },
  project_reextraction: { where: ofProject },
  prompt: { where: ofProject },
  prompt_tag: { where: `prompt_id IN (SELECT id FROM prompt WHERE ${ofProject})` },
  prompt_metric: { where: ofBatch },
  batch: { where: ofOrganization, without: ['webhook_secret'] },
  batch_prompt: { where: ofBatch },
  batch_metric: { where: ofBatch },
  batch_source: { where: ofBatch },
  batch_source_url: { where: ofBatch },
  batch_discovery: { where: ofBatch },
  batch_discovered_brand: { where: ofBatch },
  fact_check: { where: ofBatch },
  fact_statement: { where: `check_id IN (SELECT id FROM fact_check WHERE ${ofBatch})` },
  measured_answers: { where: ofBatch },
  result: { where: ofBatch },
  answer: { where: ofResult },
  artifact: { where: ofResult },
  judgement: { where: ofResult },
  label_correction: { where: ofProject },
  uncertain_label: { where: ofBatch },
  reextraction: { where: ofBatch },
  reextracted_result: { where: `reextraction_id IN (SELECT id FROM reextraction WHERE ${ofBatch})` },
  webhook_delivery: { where: ofOrganization },
  webhook_attempt: { where: `delivery_id IN (SELECT id FROM webhook_delivery WHERE ${ofOrganization})` },
}

/** Tables that are not exported, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  installation: 'belongs to the installation',
  setup_link: 'belongs to the installation',
  provider_circuit: 'belongs to the installation',
  provider_worker: 'belongs to the installation',
  volume_estimate: 'belongs to the installation',
  verification: 'unused table of a library',
  session: 'secrets that expire',
  account: 'password hashes',
  two_factor: 'secrets',
  password_reset: 'secrets that expire',
  sign_in_link: 'secrets that expire',
  oauth_record: 'secrets that expire',
  idempotency_record: 'copies of responses, for 24 hours',
  pending_answer: 'state of running questions',
  unit_backlog: 'state of running questions',
  opportunity_state: 'the run that opportunities were computed from; computed again',
}

/** Rows per round trip. Rows with raw responses have up to a megabyte. */
const PAGE = 100

/**
 * Reads everything that belongs to an organization, table by table, without secrets. The rows are consistent: changes that are made
 * meanwhile are not included. Operators only.
 * @throws {AppError} NOT_FOUND
 */
export async function* exportOrganization({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { organizationId: string }
}): AsyncGenerator<ExportedRow> {
  authorize(ctx, 'operate')
  const organizationId = parse(uuidSchema, input.organizationId)
  const client = await ctx.db.pool.connect()
  let isComplete = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // The caller may read slowly, and the transaction takes no locks that others wait for.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const { rowCount } = await client.query('SELECT FROM organization WHERE id = $1', [organizationId])
    if (rowCount === 0) throw notFound('Organization')
    for (const [table, { where, without = [] }] of Object.entries(EXPORTED)) {
      const text = `SELECT to_jsonb(t) - $2::text[] AS row FROM "${table}" t WHERE ${where}`
      const cursor = client.query(new Cursor<{ row: ExportedRow['row'] }>(text, [organizationId, without]))
      for (let rows = await cursor.read(PAGE); rows.length > 0; rows = await cursor.read(PAGE))
        for (const { row } of rows) yield { table, row }
      await cursor.close()
    }
    await client.query('COMMIT')
    isComplete = true
  } finally {
    // After an error, or if the caller stops reading, the connection is in the middle of a result and must be closed.
    client.release(!isComplete)
  }
}

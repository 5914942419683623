import type { Ctx } from '../foundation/context.ts'
import { deleteOldAnswers } from './delete-answers.ts'
import type { RetentionDeps } from './retention.ts'

/**
 * Days that rows are kept. RETENTION_LOG_DAYS and organizations can replace the first two. docs/operations.md lists all tables and how long each keeps its
 * rows.
 */
const RETENTION_DAYS = {
  auditEntries: 400,
  deliveries: 90,
  revokedKeys: 90,
  expiredLinks: 90,
  judgeUsage: 31,
  citedPages: 90,
} as const

/** Maximum number of rows to delete per statement, so that each holds its locks only briefly. */
const ROWS_PER_STATEMENT = 5_000

/** Milliseconds between two sweeps of a process. */
const INTERVAL = 3_600_000

const DAY = 86_400_000

/** Times of the last sweep by database. */
const lastSweeps = new WeakMap<Ctx['db'], number>()

/**
 * Deletes old answers, see {@link deleteOldAnswers}, old entries of the audit log, and ended deliveries of webhooks and reports, and rows
 * that are no longer used: revoked keys, expired links to reports, deleted prompts that were never asked, cited pages that were read long
 * ago, and expired estimates and caches. Has no effect within an hour of the last call in the same process.
 * @returns the number of deleted rows, and of batches with deleted answers
 */
export async function sweepOldRows({ ctx }: { ctx: Ctx<RetentionDeps> }): Promise<number> {
  const now = ctx.now().getTime()
  const last = lastSweeps.get(ctx.db)
  if (last !== undefined && now - last < INTERVAL) return 0
  lastSweeps.set(ctx.db, now)
  let deleted = await deleteOldAnswers({ ctx })
  const { logDays } = ctx.deps.retention
  const logs: typeof OLD_ROWS = [
    [`audit_entry t WHERE ${isOldLog('t.at', logDays ?? RETENTION_DAYS.auditEntries)}`, 0],
    [
      `webhook_delivery t WHERE ${isOldLog('t.created_at', logDays ?? RETENTION_DAYS.deliveries)} AND t.status <> 'pending'`,
      0,
    ],
    [
      `report_delivery t WHERE ${isOldLog('t.created_at', logDays ?? RETENTION_DAYS.deliveries)} AND t.status <> 'pending'`,
      0,
    ],
  ]
  for (const [condition, days] of [...logs, ...OLD_ROWS])
    deleted += await deleteRows(ctx, condition, now - days * DAY)
  return deleted
}

/** Tables with conditions for rows to delete, where $1 is a time, and the age of that time in days. */
const OLD_ROWS: readonly [string, number][] = [
  ['api_key t WHERE t.revoked_at <= $1', RETENTION_DAYS.revokedKeys],
  ['share_link t WHERE t.expires_at <= $1', RETENTION_DAYS.expiredLinks],
  ['cited_page t WHERE t.fetched_at <= $1', RETENTION_DAYS.citedPages],
  ['judge_usage t WHERE t.day <= $1::date', RETENTION_DAYS.judgeUsage],
  [
    `prompt t WHERE t.deleted_at <= $1 AND NOT EXISTS (SELECT FROM batch_prompt b WHERE b.prompt_id = t.id)
       AND NOT EXISTS (SELECT FROM prompt_metric m WHERE m.prompt_id = t.id)`,
    1,
  ],
  ['volume_estimate t WHERE t.expires_at <= $1', 0],
  ['verification t WHERE t.expires_at <= $1', 0],
  [
    `pending_answer t WHERE t.saved_at <= $1
       AND EXISTS (SELECT FROM result r WHERE r.id = t.result_id AND r.status <> 'pending')`,
    1,
  ],
  ['provider_circuit t WHERE t.open_until <= $1', 1],
  ['provider_worker t WHERE t.seen_at <= $1', 31],
]

/**
 * Returns the condition for rows of a log, with the organization in `organization_id`, which are older than it keeps them. The
 * first part lets PostgreSQL use the index on the time.
 */
function isOldLog(time: string, days: number): string {
  return `${time} <= $1::timestamptz - make_interval(days => least(${days}, (SELECT min(log_retention_days) FROM organization)))
    AND ${time} <= $1::timestamptz - make_interval(days => coalesce(
      (SELECT o.log_retention_days FROM organization o WHERE o.id = t.organization_id), ${days}))`
}

async function deleteRows(ctx: Ctx, condition: string, time: number): Promise<number> {
  const [table] = condition.split(' ', 1)
  let deleted = 0
  for (let rows = ROWS_PER_STATEMENT; rows === ROWS_PER_STATEMENT; deleted += rows) {
    ctx.deps.stopping.throwIfAborted()
    const { rowCount } = await ctx.db.pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM ${condition} LIMIT ${ROWS_PER_STATEMENT}))`,
      [new Date(time)],
    )
    rows = rowCount ?? 0
  }
  return deleted
}

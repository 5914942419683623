import type { Database } from '../../infra/database.ts'
import { NO_EVIDENCE } from '../alerts/definition.ts'
import type { AlertDraft } from '../alerts/raise.ts'
import type { Ctx } from '../foundation/context.ts'
import { providerLabel } from '../providers/list.ts'

/** Outcomes of the questions to a provider in a run. */
interface ProviderOutcome {
  provider: string
  total: number
  failed: number
  unreadable: number
  /** Most frequent message. */
  reason: string | null
}

/** Fewer questions say little about a provider. */
const FEWEST_QUESTIONS = 4
/** Share of the questions above which failures are a problem of the provider. */
const MANY_FAILED = 0.5
const MANY_UNREADABLE = 0.2

const hasFailed = ({ failed, total }: ProviderOutcome) =>
  total >= FEWEST_QUESTIONS && failed / total > MANY_FAILED
const hasChanged = ({ unreadable, total }: ProviderOutcome) =>
  total >= FEWEST_QUESTIONS && unreadable / total > MANY_UNREADABLE

/**
 * Returns alerts about the providers that failed in a run, or whose answers could not be read, unless the same was true
 * of the previous run.
 */
export async function providerProblems(
  ctx: Ctx,
  { runId, previousRunId }: { runId: string; previousRunId: string | null },
): Promise<AlertDraft[]> {
  const now = await outcomesOf(ctx.db, runId)
  const before = previousRunId === null ? [] : await outcomesOf(ctx.db, previousRunId)
  const isNew = (provider: string, has: (outcome: ProviderOutcome) => boolean) =>
    !before.some((outcome) => outcome.provider === provider && has(outcome))
  return now.flatMap((outcome) => {
    const { provider, total, reason } = outcome
    const draft = (kind: 'provider_changed' | 'provider_failed', failed: number) => ({
      kind,
      subject: provider,
      evidence: {
        ...NO_EVIDENCE,
        name: provider,
        label: providerLabel(ctx, provider),
        failures: { failed, total, reason },
      },
    })
    if (hasChanged(outcome))
      return isNew(provider, hasChanged) ? [draft('provider_changed', outcome.unreadable)] : []
    return hasFailed(outcome) && isNew(provider, hasFailed) ? [draft('provider_failed', outcome.failed)] : []
  })
}

async function outcomesOf({ pool }: Database, runId: string): Promise<ProviderOutcome[]> {
  const { rows } = await pool.query<ProviderOutcome>({
    name: 'provider-outcomes',
    text: `SELECT provider, count(*)::int AS total,
             count(*) FILTER (WHERE status = 'failed' AND error->>'code' IS DISTINCT FROM 'CANCELLED')::int AS failed,
             count(*) FILTER (WHERE error->>'code' = 'UNREADABLE_ANSWER')::int AS unreadable,
             mode() WITHIN GROUP (ORDER BY error->>'message') AS reason
           FROM result WHERE batch_id = $1 GROUP BY provider ORDER BY provider COLLATE "C"`,
    values: [runId],
  })
  return rows
}

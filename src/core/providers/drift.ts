import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'

/** Items in the latest responses of a provider that this version does not know, because the vendor changed its format. */
export interface VendorDrift {
  /** Number of answers that were looked at. */
  answers: number
  /** Number of answers with each kind of unknown item, most frequent first. */
  kinds: readonly { kind: string; answers: number }[]
}

/** How far back answers count, in milliseconds. */
const PERIOD = 7 * 24 * 60 * 60_000
/** Maximum number of answers to look at, so that the query stays fast in a large installation. */
const MAXIMUM_ANSWERS = 2_000

/** Counts the unknown items in the answers of the last seven days, by provider token. */
export async function readDrift(ctx: Pick<Ctx, 'db' | 'now'>): Promise<ReadonlyMap<string, VendorDrift>> {
  const since = newId(new Date(ctx.now().getTime() - PERIOD))
  const rows = await ctx.db.prisma.$queryRaw<{ provider: string; kind: string | null; answers: number }[]>`
    WITH recent AS MATERIALIZED (
      SELECT id, provider FROM result
      WHERE id > ${since}::uuid AND status IN ('ok', 'refused', 'not_shown')
      ORDER BY id DESC LIMIT ${MAXIMUM_ANSWERS}
    )
    SELECT provider, NULL AS kind, count(*)::int AS answers FROM recent GROUP BY provider
    UNION ALL
    SELECT provider, kind, count(*)::int FROM recent
    JOIN answer ON answer.result_id = recent.id
    CROSS JOIN LATERAL jsonb_array_elements_text(answer.facts -> 'unrecognized') AS kind
    GROUP BY provider, kind
    ORDER BY answers DESC, kind`
  const drift = new Map<string, { answers: number; kinds: { kind: string; answers: number }[] }>()
  for (const { provider, kind, answers } of rows) {
    const ofProvider = drift.get(provider) ?? { answers: 0, kinds: [] }
    drift.set(provider, ofProvider)
    if (kind === null) ofProvider.answers = answers
    else ofProvider.kinds.push({ kind, answers })
  }
  return drift
}

import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { RESULT_AS_SHOWN, resultsExtractedBy } from '../observations/extracted-results.ts'
import { DiscoveryCounter, type DiscoveryRows, type SearchedAnswer } from './discovery-count.ts'

/** Answers per statement. */
const PAGE = 2_000

const CONDITIONS = `r.batch_id = $1 AND r.ordinal > $2 AND r.status = 'ok' AND r.discovered IS NOT NULL
  ORDER BY r.ordinal LIMIT ${PAGE}`
const COLUMNS = `r.ordinal, r.id AS "resultId", r.prompt_ordinal AS "promptOrdinal", r.provider, r.discovered`
const PUBLISHED = `SELECT ${COLUMNS} FROM ${RESULT_AS_SHOWN} r WHERE ${CONDITIONS}`
const REEXTRACTED = `SELECT ${COLUMNS} FROM ${resultsExtractedBy('$3::uuid')} r WHERE ${CONDITIONS}`

/**
 * Counts the untracked brands in the answers of a run. Returns null if no answer was searched for them.
 * @param reextractionId counts the results of this re-extraction, published or not, instead of the published ones
 */
export async function discoveryRowsOf(
  database: Database,
  batchId: string,
  reextractionId: string | undefined,
): Promise<DiscoveryRows | null> {
  const counter = new DiscoveryCounter()
  for (let after = -1; ; ) {
    const { rows } = await database.pool.query<SearchedAnswer & { ordinal: number }>({
      name: reextractionId ? 'discovered-names-reextracted' : 'discovered-names',
      text: reextractionId ? REEXTRACTED : PUBLISHED,
      values: [batchId, after, ...(reextractionId ? [reextractionId] : [])],
    })
    for (const row of rows) counter.add(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return counter.rows()
    after = last.ordinal
  }
}

/** Brands written per statement. */
const BRANDS_PER_STATEMENT = 1_000

/** Replaces the discovered brands of a run. */
export async function writeDiscoveryRows(
  db: Prisma.TransactionClient,
  batchId: string,
  rows: DiscoveryRows | null,
): Promise<void> {
  await db.batchDiscovery.deleteMany({ where: { batchId } })
  await db.batchDiscoveredBrand.deleteMany({ where: { batchId } })
  if (!rows) return
  const { answers, prompts, brands } = rows
  await db.batchDiscovery.create({ data: { batchId, answers, prompts } })
  for (let first = 0; first < brands.length; first += BRANDS_PER_STATEMENT) {
    const json = toPostgresJson(brands.slice(first, first + BRANDS_PER_STATEMENT))
    await db.$executeRaw`
      INSERT INTO batch_discovered_brand
        (batch_id, key, answers, recommended, mentions, best_rank, spellings, providers, prompts, result_id, evidence)
      SELECT ${batchId}::uuid, key, answers, recommended, mentions, "bestRank", spellings,
        ARRAY(SELECT json_array_elements_text(providers)), prompts, "resultId", evidence
      FROM json_to_recordset(${json}::json) AS rows (key text, answers int, recommended int, mentions int,
        "bestRank" int, spellings json, providers json, prompts json, "resultId" uuid, evidence json)`
  }
}

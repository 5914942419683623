import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { RESULT_AS_SHOWN, resultsExtractedBy } from '../observations/extracted-results.ts'
import { toPostgresJson } from '../postgres-json.ts'
import { DiscoveryCounter, type DiscoveryRows, type SearchedAnswer } from './discovery-count.ts'

/** Answers read by one statement. */
const PAGE = 2_000

const CONDITIONS = `r.batch_id = $1 AND r.ordinal > $2 AND r.status = 'ok' AND r.discovered IS NOT NULL
  ORDER BY r.ordinal LIMIT ${PAGE}`
const COLUMNS = `r.ordinal, r.id AS "resultId", r.prompt_ordinal AS "promptOrdinal", r.provider, r.discovered`
const PUBLISHED = `SELECT ${COLUMNS} FROM ${RESULT_AS_SHOWN} r WHERE ${CONDITIONS}`
const REEXTRACTED = `SELECT ${COLUMNS} FROM ${resultsExtractedBy('$3::uuid')} r WHERE ${CONDITIONS}`

/**
 * Counts the names that the answers of a run list or recommend and that nobody tracks; null where no answer was searched for
 * them. With `reextractionId` the answers are as that re-extraction read them, which need not be published.
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

/** Brands that are written by one statement. */
const BRANDS_AT_ONCE = 1_000

/** Writes the discovered brands of a run in place of those there are. */
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
  for (let first = 0; first < brands.length; first += BRANDS_AT_ONCE) {
    const some = toPostgresJson(brands.slice(first, first + BRANDS_AT_ONCE))
    await db.$executeRaw`
      INSERT INTO batch_discovered_brand
        (batch_id, key, answers, recommended, mentions, best_rank, spellings, providers, prompts, result_id, evidence)
      SELECT ${batchId}::uuid, key, answers, recommended, mentions, "bestRank", spellings,
        ARRAY(SELECT json_array_elements_text(providers)), prompts, "resultId", evidence
      FROM json_to_recordset(${some}::json) AS rows (key text, answers int, recommended int, mentions int,
        "bestRank" int, spellings json, providers json, prompts json, "resultId" uuid, evidence json)`
  }
}

import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import type { Database } from '../../infra/database.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { StoredThemes } from '../observations/observation.ts'
import type { ThemeQuote } from './definition.ts'

/** Quotes per brand, theme and label. */
const MAX_QUOTES = 3
/** Answers per statement, and how many are searched at most. */
const PAGE = 1_000
const MAX_ANSWERS = 10_000

/** Quotes by {@link quoteKey}. */
export type ThemeQuotes = ReadonlyMap<string, readonly ThemeQuote[]>

/** Returns the key of the quotes for an entity, given by index, its theme and label. */
export function quoteKey(entity: number, theme: string, label: MentionSentimentLabel): string {
  return `${entity} ${label} ${theme}`
}

interface Row {
  ordinal: number
  id: string
  provider: string
  themes: StoredThemes
}

/**
 * Returns passages of the answers of a run with praise and criticism of the given keys, at most three each, from the
 * first answers. Each answer is quoted at most once per key.
 */
export async function readThemeQuotes(
  { pool }: Database,
  batchId: VisibleBatchId,
  provider: string | null,
  wanted: ReadonlySet<string>,
): Promise<ThemeQuotes> {
  const quotes = new Map<string, ThemeQuote[]>()
  const isComplete = () => [...wanted].every((key) => (quotes.get(key)?.length ?? 0) >= MAX_QUOTES)
  let after = -1
  for (let searched = 0; searched < MAX_ANSWERS && !isComplete(); searched += PAGE) {
    const { rows } = await pool.query<Row>({
      name: 'theme-quotes',
      text: `SELECT r.ordinal, r.id, r.provider, r.observation->'details'->'themes' AS themes FROM ${RESULT_AS_SHOWN} r
             WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.status = 'ok' AND ($3::text IS NULL OR r.provider = $3)
               AND r.observation->'details'->'themes' IS NOT NULL
             ORDER BY r.ordinal LIMIT ${PAGE}`,
      values: [batchId, after, provider],
    })
    for (const row of rows) addQuotes(row, wanted, quotes)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.ordinal
  }
  return quotes
}

function addQuotes(
  { id: resultId, provider, themes }: Row,
  wanted: ReadonlySet<string>,
  quotes: Map<string, ThemeQuote[]>,
): void {
  for (const [entity, theme, label, number] of themes.found) {
    const key = quoteKey(entity, theme, label)
    const quote = themes.quotes[number]
    if (!quote || !wanted.has(key)) continue
    const ofKey = quotes.get(key) ?? []
    quotes.set(key, ofKey)
    if (ofKey.length < MAX_QUOTES) ofKey.push({ ...quote, label, resultId, provider })
  }
}

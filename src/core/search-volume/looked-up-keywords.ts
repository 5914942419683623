import type { Ctx } from '../foundation/context.ts'
import { canonicalKey } from '../foundation/text.ts'

/** Maximum number of keywords that are read. */
const MAX_KEYWORDS = 500

/**
 * Remembers that an organization looked up a keyword with a monthly volume, as a suggestion for its prompts. The latest figure
 * of a keyword and country is kept.
 */
export async function rememberKeyword(
  { db, now }: Ctx,
  {
    organizationId,
    keyword,
    country,
    monthlyVolume,
  }: { organizationId: string; keyword: string; country: string; monthlyVolume: number },
): Promise<void> {
  const id = { organizationId, key: canonicalKey(keyword), country }
  const row = { keyword, monthlyVolume, lookedUpAt: now() }
  await db.prisma.lookedUpKeyword.upsert({
    where: { organizationId_key_country: id },
    create: { ...id, ...row },
    update: row,
  })
}

/** A keyword with its highest monthly volume in any country. */
export interface LookedUpKeyword {
  keyword: string
  monthlyVolume: number
}

/** Returns the keywords that an organization looked up, those with the highest volume first. */
export async function readKeywords({ db }: Ctx, organizationId: string): Promise<LookedUpKeyword[]> {
  const { rows } = await db.pool.query<LookedUpKeyword>({
    name: 'looked-up-keywords',
    text: `SELECT keyword, "monthlyVolume" FROM (
             SELECT DISTINCT ON (key) keyword, monthly_volume AS "monthlyVolume" FROM looked_up_keyword
             WHERE organization_id = $1 AND monthly_volume > 0 ORDER BY key, monthly_volume DESC, country) k
           ORDER BY "monthlyVolume" DESC, keyword COLLATE "C" LIMIT ${MAX_KEYWORDS}`,
    values: [organizationId],
  })
  return rows
}

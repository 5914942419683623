import { rateInterval } from '../../metrics/rate-interval.ts'
import type { Ctx } from '../context.ts'
import { pageOf, positionsOf } from '../measured-page.ts'
import type { CountsByPrompt } from '../measurements/discovery-count.ts'
import type { Quote } from '../observations/observation.ts'
import { countOfEach, type Page } from '../page.ts'
import { ofEachList, type RunList } from '../runs/run-lists.ts'
import type { DiscoveredBrand, DiscoveredBrandOrder, DiscoveredBrandState } from './definition.ts'
import { trackedKeys } from './tracked.ts'

/** A discovered brand, and its place in a list. */
export interface ListedBrand extends DiscoveredBrand {
  /** The form by which its spellings are one. */
  key: string
  /** By which the list is ordered, the highest first. */
  measure: number
}

/** What an order puts first the more there is of it: a whole number of at most nine digits. */
const MEASURES = {
  answers_desc: 'answers',
  rank_asc: `coalesce((999 - least("bestRank", 999)) * 1000000, 0) + least(answers, 999999)`,
} as const satisfies Record<DiscoveredBrandOrder, string>

/** Which of the brands that are named are in each state. */
const IN_STATE = {
  listed: `NOT dismissed AND ("bestRank" IS NOT NULL OR recommended > 0)`,
  mentioned: `NOT dismissed AND "bestRank" IS NULL AND recommended = 0`,
  dismissed: 'dismissed',
} as const satisfies Record<DiscoveredBrandState, string>

/** The brands of each list, in a state, but for those that are tracked by now, whose lists and keys are $3 and $4. */
const brandsIn = (state: DiscoveredBrandState) => `
  named AS (
    SELECT d.key COLLATE "C" AS key, sum(d.answers)::int AS answers, sum(d.recommended)::int AS recommended,
      sum(d.mentions)::int AS mentions, min(d.best_rank) AS "bestRank",
      EXISTS (SELECT FROM dismissed_brand x WHERE x.key = d.key
        AND x.project_id = (SELECT b.project_id FROM batch b WHERE b.id = of.runs[1])) AS dismissed
    FROM batch_discovered_brand d WHERE d.batch_id = ANY(of.runs)
      AND NOT EXISTS (SELECT FROM unnest($3::uuid[], $4::text[]) AS t (of, key) WHERE t.of = of.id AND t.key = d.key)
    GROUP BY d.key),
  shown AS (SELECT * FROM named WHERE ${IN_STATE[state]})`

/** What each run of a list says of the brands of the page. */
const IN_EACH_RUN = `(
  SELECT json_agg(json_build_object('runId', d.batch_id, 'bestRank', d.best_rank, 'spellings', d.spellings,
    'providers', d.providers, 'prompts', d.prompts, 'resultId', d.result_id, 'evidence', d.evidence))
  FROM batch_discovered_brand d WHERE d.batch_id = ANY(of.runs) AND d.key = page.key)`

/** When the first run of the project whose answers name it ended. */
const FIRST_SEEN = `(
  SELECT min(h.finished_at) FROM batch h JOIN batch_discovered_brand d ON d.batch_id = h.id AND d.key = page.key
  WHERE h.kind = 'run' AND h.project_id = (SELECT b.project_id FROM batch b WHERE b.id = of.runs[1]))`

/** How many answers of each prompt were searched in each run, and what the prompt is over several runs. */
const SEARCHED = `(
  SELECT json_agg(json_build_object('runId', s.batch_id, 'prompts', s.prompts, 'ids', ARRAY(
    SELECT coalesce(p.prompt_id::text, p.text) FROM batch_prompt p WHERE p.batch_id = s.batch_id ORDER BY p.ordinal)))
  FROM batch_discovery s WHERE s.batch_id = ANY(of.runs))`

interface Row {
  of: string
  brands: BrandRow[] | null
  searched: SearchedRun[] | null
}

interface SearchedRun {
  runId: string
  prompts: CountsByPrompt
  /** By ordinal. */
  ids: string[]
}

interface BrandRow extends Pick<ListedBrand, 'key' | 'measure' | 'recommended' | 'mentions' | 'bestRank'> {
  firstSeenAt: string
  inRuns: BrandInRun[]
}

interface BrandInRun {
  runId: string
  bestRank: number | null
  spellings: [name: string, answers: number][]
  providers: string[]
  prompts: CountsByPrompt
  resultId: string
  evidence: Quote
}

/**
 * A page of each list of discovered brands in a state, in an order, with one more than the page holds where there are more. Its keys are
 * those of {@link listedKey}. Brands that the project tracks by now are left out. It checks no tenant: read the runs for the
 * caller first.
 */
export async function pageDiscoveredBrands(
  ctx: Ctx,
  lists: readonly RunList[],
  { page, order, state }: { page: Page; order: DiscoveredBrandOrder; state: DiscoveredBrandState },
): Promise<ListedBrand[][]> {
  const listed = { of: 'shown', measure: MEASURES[order], name: 'key', parameter: 5, page }
  const { rows } = await ctx.db.pool.query<Row>({
    name: `discovered-brands-${state}-${order}-${page.backward}`,
    text: ofEachList(`
      WITH ${brandsIn(state)}, page AS (${pageOf(listed)})
      SELECT ${SEARCHED} AS searched, (
        SELECT json_agg(json_build_object('key', key, 'measure', measure, 'recommended', recommended,
          'mentions', mentions, 'bestRank', "bestRank", 'firstSeenAt', ${FIRST_SEEN}, 'inRuns', ${IN_EACH_RUN})
          ORDER BY measure DESC, key) FROM page) AS brands`),
    values: [...(await valuesOf(ctx, lists)), ...positionsOf(page)],
  })
  return lists.map((list) => {
    const row = rows.find(({ of }) => of === list.id)
    return row ? brandsOf(list, row) : []
  })
}

/** How many brands in a state each list has. It checks no tenant: read the runs for the caller first. */
export async function countDiscoveredBrands(
  ctx: Ctx,
  lists: readonly RunList[],
  state: DiscoveredBrandState,
): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-discovered-brands-${state}`,
    text: ofEachList(`WITH ${brandsIn(state)} SELECT count(*)::int AS count FROM shown`),
    values: await valuesOf(ctx, lists),
  })
  return lists.length === 1
    ? [rows[0]?.count ?? 0]
    : countOfEach(
        lists.map(({ id }) => id),
        rows,
      )
}

/**
 * In how many answers of the runs of each list brands that nobody tracks were looked for; those that were read before such names
 * were known are none. It checks no tenant: read the runs for the caller first.
 */
export async function countSearchedAnswers(ctx: Ctx, lists: readonly RunList[]): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ id: string; answers: number }>({
    name: 'searched-answers',
    text: 'SELECT batch_id AS id, answers FROM batch_discovery WHERE batch_id = ANY($1::uuid[])',
    values: [lists.flatMap(({ runIds }) => runIds)],
  })
  const found = new Map(rows.map(({ id, answers }) => [id, answers]))
  return lists.map(({ runIds }) => runIds.reduce((sum, id) => sum + (found.get(id) ?? 0), 0))
}

/** The position of a brand in its list, as the text of a cursor. */
export function listedKey({ measure, key }: ListedBrand): string {
  return `${measure}~${key}`
}

/** The values of the parameters $1–$4. */
async function valuesOf(ctx: Ctx, lists: readonly RunList[]): Promise<unknown[]> {
  const ids = lists.flatMap(({ id, runIds }) => runIds.map(() => id))
  const runIds = lists.flatMap((list) => list.runIds)
  const tracked = await trackedKeys(ctx, runIds)
  const keys = lists.flatMap(({ id, runIds: [run] }) =>
    [...(tracked.get(run ?? '') ?? [])].map((key) => [id, key] as const),
  )
  return [ids, runIds, keys.map(([id]) => id), keys.map(([, key]) => key)]
}

function brandsOf({ runIds }: RunList, { brands, searched }: Row): ListedBrand[] {
  const rateOf = ratesOver(searched ?? [])
  return (brands ?? []).map(({ firstSeenAt, inRuns, ...brand }) => {
    const spellings = spellingsIn(inRuns)
    const [best] = inRuns.toSorted(
      (one, other) =>
        (one.bestRank ?? Number.POSITIVE_INFINITY) - (other.bestRank ?? Number.POSITIVE_INFINITY) ||
        runIds.indexOf(one.runId) - runIds.indexOf(other.runId),
    )
    if (!best) throw new Error('a listed brand is named in a run')
    const { runId, resultId, evidence } = best
    return {
      ...brand,
      name: spellings[0] ?? brand.key,
      spellings: spellings.slice(1),
      mentionRate: rateOf(inRuns),
      providers: [...new Set(inRuns.flatMap(({ providers }) => providers))].sort(),
      firstSeenAt: new Date(firstSeenAt),
      evidence: { runId, resultId, ...evidence },
    }
  })
}

/** All spellings, the most frequent first. */
function spellingsIn(inRuns: readonly BrandInRun[]): string[] {
  const answers = new Map<string, number>()
  for (const { spellings } of inRuns)
    for (const [name, times] of spellings) answers.set(name, (answers.get(name) ?? 0) + times)
  return [...answers]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
    .map(([name]) => name)
}

/** The function that makes a rate of the answers that name a brand: answers of one prompt are not independent. */
function ratesOver(runs: readonly SearchedRun[]) {
  const places = new Map<string, number>()
  for (const { ids } of runs) for (const id of ids) if (!places.has(id)) places.set(id, places.size)
  const idsOf = new Map(runs.map(({ runId, ids }) => [runId, ids]))
  const columnOf = (counted: readonly { runId: string; prompts: CountsByPrompt }[]) => {
    const column = new Float64Array(places.size)
    for (const { runId, prompts } of counted)
      for (const [ordinal, answers] of prompts) {
        const place = places.get(idsOf.get(runId)?.[ordinal] ?? '')
        if (place !== undefined) column[place] = (column[place] ?? 0) + answers
      }
    return column
  }
  const all = columnOf(runs)
  return (inRuns: readonly BrandInRun[]) => {
    const naming = columnOf(inRuns)
    const counts = [...all].map((answers, place) => ({ present: naming[place] ?? 0, answers }))
    // Prompts without an answer are no part of the sample.
    return rateInterval(counts.filter(({ answers }) => answers > 0))
  }
}

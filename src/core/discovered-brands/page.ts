import { rateInterval } from '../../metrics/rate-interval.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { pageOf, positionsOf } from '../foundation/measured-page.ts'
import { countByParent, type Page } from '../foundation/page.ts'
import type { CountsByPrompt } from '../measurements/discovery-count.ts'
import type { Quote } from '../observations/observation.ts'
import { ofEachList, type RunList } from '../runs/run-lists.ts'
import type { DiscoveredBrand, DiscoveredBrandOrder, DiscoveredBrandState } from './definition.ts'
import { trackedKeys } from './tracked.ts'

/** A discovered brand and its position in a list. */
export interface ListedBrand extends DiscoveredBrand {
  /** Normalized name that all spellings of the brand share. */
  key: string
  /** Sort key of the list, highest first. */
  measure: number
}

/** SQL sort key for each order, a whole number of at most nine digits; higher values come first. */
const MEASURES = {
  answers_desc: 'answers',
  rank_asc: `coalesce((999 - least("bestRank", 999)) * 1000000, 0) + least(answers, 999999)`,
} as const satisfies Record<DiscoveredBrandOrder, string>

/** SQL condition for each state of a brand. */
const IN_STATE = {
  listed: `NOT dismissed AND ("bestRank" IS NOT NULL OR recommended > 0)`,
  mentioned: `NOT dismissed AND "bestRank" IS NULL AND recommended = 0`,
  dismissed: 'dismissed',
} as const satisfies Record<DiscoveredBrandState, string>

/**
 * Returns the SQL for the brands of a list that are in a state. Excludes brands that are tracked by now: $3 and $4 are
 * the list ids and keys of the tracked brands.
 */
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

/** SQL for the data of a brand on the page, one JSON object per run. */
const IN_EACH_RUN = `(
  SELECT json_agg(json_build_object('runId', d.batch_id, 'bestRank', d.best_rank, 'spellings', d.spellings,
    'providers', d.providers, 'prompts', d.prompts, 'resultId', d.result_id, 'evidence', d.evidence))
  FROM batch_discovered_brand d WHERE d.batch_id = ANY(of.runs) AND d.key = page.key)`

/** SQL for the end of the project's first run that mentions the brand. */
const FIRST_SEEN = `(
  SELECT min(h.finished_at) FROM batch h JOIN batch_discovered_brand d ON d.batch_id = h.id AND d.key = page.key
  WHERE h.kind = 'run' AND h.project_id = (SELECT b.project_id FROM batch b WHERE b.id = of.runs[1]))`

/** SQL for the number of searched answers by prompt in each run, with ids that identify the prompts across runs. */
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
  /** Prompt ids, or texts of prompts without an id, by ordinal. */
  ids: string[]
}

interface BrandRow extends Pick<ListedBrand, 'key' | 'measure' | 'recommended' | 'mentions' | 'bestRank'> {
  firstSeenAt: string
  inRuns: BrandInRun[]
}

interface BrandInRun {
  runId: VisibleBatchId
  bestRank: number | null
  spellings: [name: string, answers: number][]
  providers: string[]
  prompts: CountsByPrompt
  resultId: string
  evidence: Quote
}

/**
 * Returns a page of discovered brands for each list, with one extra brand if there are more. The keys of the page are
 * from {@link listedKey}. Omits brands that the project tracks by now.
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

/** Counts the brands in a state for each list. */
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
    : countByParent(
        lists.map(({ id }) => id),
        rows,
      )
}

/**
 * Counts the answers in each list of runs that were searched for new brands. Answers from extraction versions without
 * brand discovery do not count.
 */
export async function countSearchedAnswers(ctx: Ctx, lists: readonly RunList[]): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ id: string; answers: number }>({
    name: 'searched-answers',
    text: 'SELECT batch_id AS id, answers FROM batch_discovery WHERE batch_id = ANY($1::uuid[])',
    values: [lists.flatMap(({ runIds }) => runIds)],
  })
  const answersByRun = new Map(rows.map(({ id, answers }) => [id, answers]))
  return lists.map(({ runIds }) => runIds.reduce((sum, id) => sum + (answersByRun.get(id) ?? 0), 0))
}

/** Returns the position of a brand in its list, as the key of a cursor. */
export function listedKey({ measure, key }: ListedBrand): string {
  return `${measure}~${key}`
}

/** Returns the parameters $1–$4: list and run ids, and the lists and keys of tracked brands. */
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
      (a, b) =>
        (a.bestRank ?? Number.POSITIVE_INFINITY) - (b.bestRank ?? Number.POSITIVE_INFINITY) ||
        runIds.indexOf(a.runId) - runIds.indexOf(b.runId),
    )
    if (!best) throw new Error('a listed brand must occur in a run')
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

/** Returns all spellings, most frequent first. */
function spellingsIn(inRuns: readonly BrandInRun[]): string[] {
  const answers = new Map<string, number>()
  for (const { spellings } of inRuns)
    for (const [name, times] of spellings) answers.set(name, (answers.get(name) ?? 0) + times)
  return [...answers]
    .sort(([nameA, timesA], [nameB, timesB]) => timesB - timesA || (nameA < nameB ? -1 : 1))
    .map(([name]) => name)
}

/**
 * Returns a function that computes the mention rate of a brand. The interval is computed from counts by prompt, because
 * answers to the same prompt are not independent.
 */
function ratesOver(runs: readonly SearchedRun[]) {
  const indexOf = new Map<string, number>()
  for (const { ids } of runs) for (const id of ids) if (!indexOf.has(id)) indexOf.set(id, indexOf.size)
  const idsOf = new Map(runs.map(({ runId, ids }) => [runId, ids]))
  const columnOf = (counted: readonly { runId: string; prompts: CountsByPrompt }[]) => {
    const column = new Float64Array(indexOf.size)
    for (const { runId, prompts } of counted)
      for (const [ordinal, answers] of prompts) {
        const index = indexOf.get(idsOf.get(runId)?.[ordinal] ?? '')
        if (index !== undefined) column[index] = (column[index] ?? 0) + answers
      }
    return column
  }
  const all = columnOf(runs)
  return (inRuns: readonly BrandInRun[]) => {
    const naming = columnOf(inRuns)
    const counts = [...all].map((answers, index) => ({ present: naming[index] ?? 0, answers }))
    // Prompts without answers are not part of the sample.
    return rateInterval(counts.filter(({ answers }) => answers > 0))
  }
}

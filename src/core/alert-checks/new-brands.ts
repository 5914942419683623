import { z } from 'zod'
import type { Database } from '../../infra/database.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import type { NewProperty } from '../../metrics/notable-changes.ts'
import type { AlertQuote } from '../alerts/definition.ts'
import { plainQuote } from '../foundation/plain-quote.ts'
import type { CountsByPrompt, DiscoveryRows } from '../measurements/discovery-count.ts'

/** An untracked brand that answers may have gained. */
export interface NewBrand {
  property: NewProperty
  name: string
  /** Evidence in the current run; null if only the previous run mentions the brand. */
  quote: AlertQuote | null
}

const countsSchema = z.array(z.tuple([z.number(), z.number()]))

/**
 * Returns the untracked brands of two runs with the share of answers that mention them by prompt, in both runs. Brands
 * that only the previous run mentions are included, because the tests of a family must not be chosen by their outcome.
 * Returns none if one of the runs was not searched, or if they asked different providers or locations, because a brand
 * would then be new for that reason.
 */
export async function newBrands(
  { pool }: Database,
  {
    discovery,
    current,
    previous,
    previousRunId,
    projectId,
  }: {
    discovery: DiscoveryRows | null
    current: MetricsInput
    previous: MetricsInput
    previousRunId: string
    projectId: string
  },
): Promise<NewBrand[]> {
  if (!discovery || targetsOf(current) !== targetsOf(previous)) return []
  const searched = await pool.query<{ prompts: unknown }>({
    name: 'searched-prompts',
    text: `SELECT prompts FROM batch_discovery WHERE batch_id = $1`,
    values: [previousRunId],
  })
  if (!searched.rows[0]) return []
  const { rows } = await pool.query<{ key: string; name: string; prompts: unknown }>({
    name: 'discovered-before',
    text: `SELECT key, spellings->0->>0 AS name, prompts FROM batch_discovered_brand WHERE batch_id = $1`,
    values: [previousRunId],
  })
  const dismissed = await pool.query<{ key: string }>({
    name: 'dismissed-brands',
    text: `SELECT key FROM dismissed_brand WHERE project_id = $1`,
    values: [projectId],
  })
  const ignored = new Set(dismissed.rows.map(({ key }) => key))
  const sharesNow = sharesIn(discovery.prompts, current)
  const sharesBefore = sharesIn(countsSchema.parse(searched.rows[0].prompts), previous)
  const before = new Map(rows.map(({ key, prompts }) => [key, sharesBefore(countsSchema.parse(prompts))]))
  const now = new Map(discovery.brands.map((brand) => [brand.key, brand]))
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  return [...new Set([...now.keys(), ...before.keys()])]
    .filter((key) => !ignored.has(key))
    .map((key) => {
      const brand = now.get(key)
      return {
        property: {
          key: `brand ${key}`,
          now: sharesNow(brand?.prompts ?? []),
          before: before.get(key) ?? new Map(),
        },
        name: brand?.spellings[0]?.[0] ?? names.get(key) ?? key,
        quote: brand
          ? {
              resultId: brand.resultId,
              prompt: current.prompts[brand.prompts[0]?.[0] ?? 0]?.text ?? '',
              provider: brand.providers[0] ?? '',
              text: plainQuote(brand.evidence.text),
            }
          : null,
      }
    })
}

/** Returns a function that converts counts of answers by prompt into shares by text of the prompt. */
function sharesIn(searched: CountsByPrompt, { prompts }: MetricsInput) {
  const answersByOrdinal = new Map(searched)
  return (counts: CountsByPrompt) =>
    new Map(
      counts.map(([ordinal, answers]) => [
        prompts[ordinal]?.text ?? '',
        answers / (answersByOrdinal.get(ordinal) ?? answers),
      ]),
    )
}

/** Serializes what a run asked: the providers and locations with answers. */
function targetsOf({ answers }: MetricsInput): string {
  const answered = answers.filter(({ status }) => status === 'ok')
  return [...new Set(answered.map(({ provider, location }) => `${provider} ${location}`))].sort().join()
}

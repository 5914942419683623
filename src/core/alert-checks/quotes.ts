import { z } from 'zod'
import { lineAround, shorten } from '../../extraction/text/shorten.ts'
import type { Database } from '../../infra/database.ts'
import type { AlertQuote } from '../alerts/definition.ts'
import type { AlertDraft } from '../alerts/raise.ts'
import { plainQuote } from '../foundation/plain-quote.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { FINDING_PATTERNS } from '../results/findings.ts'

/** Maximum number of quoted answers. */
const MAX_QUOTES = 3

/** The answers of a run that show what an alert is about. */
interface Shown {
  /** Pattern that their observations contain. */
  pattern: object
  provider: string | null
  tag: string | null
  /** Competitor that the passage should name; null for the brand. */
  competitorId: string | null
  /** Whether the answers belong to the previous run. */
  isBefore: boolean
}

/** Returns the answers that show a change; null for an alert without answers. */
function shownBy({ kind, evidence }: AlertDraft): Shown | null {
  const { metric, part, name, competitorId, figures } = evidence
  const inAll = { provider: null, tag: null, competitorId: null, isBefore: false }
  switch (kind) {
    case 'metric_moved': {
      const rose = (figures?.difference ?? 0) > 0
      const where = { ...inAll, [part === 'tag' ? 'tag' : 'provider']: part === 'all' ? null : name }
      return { ...where, pattern: patternOfMetric(metric, rose) }
    }
    case 'competitor_overtook': {
      const pattern = { brand: { mentioned: false }, competitors: [{ id: competitorId, mentioned: true }] }
      return { ...inAll, competitorId, pattern }
    }
    case 'site_appeared':
    case 'site_lost':
      return {
        ...inAll,
        isBefore: kind === 'site_lost',
        pattern: { citations: [{ domain: name, kind: 'cited' }] },
      }
    case 'brand_denied':
      return { ...inAll, pattern: FINDING_PATTERNS.denied }
    case 'brand_discouraged':
      return { ...inAll, pattern: FINDING_PATTERNS.discouraged }
    case 'brand_appeared':
    case 'fact_contradicted':
    case 'provider_failed':
    case 'provider_changed':
    case 'run_late':
    case 'credits_low':
    case 'spend_high':
      return null
  }
}

function patternOfMetric(metric: string | null, rose: boolean): object {
  if (metric === 'recommendationRate') return { recommendation: { recommended: rose } }
  if (metric === 'sentiment') return { sentiment: { label: rose ? 'positive' : 'negative' } }
  if (metric === 'citationRate' && rose) return { citations: [{ owner: 'brand', kind: 'cited' }] }
  if (metric === 'averagePosition') return FINDING_PATTERNS.named
  return rose ? FINDING_PATTERNS.named : FINDING_PATTERNS.missing
}

const spanSchema = z.object({ start: z.number(), end: z.number() })
/** The parts of an observation that passages are taken from. */
const observationSchema = z.object({
  brand: z.object({ spans: z.array(spanSchema) }),
  recommendation: z.object({ evidence: spanSchema.nullable() }).nullable(),
  sentiment: z.object({ evidence: z.array(spanSchema).nullish() }).nullable(),
  competitors: z.array(z.object({ id: z.string(), recommendationEvidence: spanSchema.nullish() })),
  details: z.object({ competitors: z.array(z.object({ firstOffset: z.number().nullable() })) }).nullish(),
})

/** Adds to an alert up to three passages from different prompts that show it. */
export async function withQuotes(
  { pool }: Database,
  draft: AlertDraft,
  { runId, previousRunId }: { runId: string; previousRunId: string },
): Promise<AlertDraft> {
  const shown = shownBy(draft)
  if (!shown) return draft
  const { pattern, provider, tag, competitorId, isBefore } = shown
  const { rows } = await pool.query<{
    resultId: string
    prompt: string
    provider: string
    observation: unknown
    text: string
  }>({
    name: 'alert-quotes',
    text: `SELECT DISTINCT ON (r.prompt_ordinal) r.id AS "resultId", p.text AS prompt, r.provider, r.observation, r.text
           FROM ${RESULT_AS_SHOWN} r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
           WHERE r.batch_id = $1 AND r.status = 'ok' AND r.text IS NOT NULL
             AND ($3::text IS NULL OR r.provider = $3) AND ($4::text IS NULL OR $4 = ANY(p.tags))
             AND CASE WHEN r.observation @> $2::jsonb THEN true END
           ORDER BY r.prompt_ordinal, r.ordinal LIMIT ${MAX_QUOTES}`,
    values: [isBefore ? previousRunId : runId, JSON.stringify(pattern), provider, tag],
  })
  const quotes = rows.map(({ observation, text, ...where }): AlertQuote => {
    const { start, end } = passageOf(text, observation, competitorId)
    return { ...where, text: plainQuote(text.slice(start, end)) }
  })
  return { ...draft, evidence: { ...draft.evidence, quotes } }
}

/** Returns the range of an answer to quote. */
function passageOf(text: string, stored: unknown, competitorId: string | null) {
  const whole = { start: 0, end: text.length }
  const beginning = shorten(text, whole, { start: 0, end: 0 })
  const parsed = observationSchema.safeParse(stored)
  if (!parsed.success) return beginning
  const { brand, recommendation, sentiment, competitors, details } = parsed.data
  if (competitorId === null) {
    const evidence = recommendation?.evidence ?? sentiment?.evidence?.[0]
    if (evidence) return shorten(text, evidence, evidence)
    const [mention] = brand.spans
    return mention ? shorten(text, lineAround(text, mention), mention) : beginning
  }
  const index = competitors.findIndex(({ id }) => id === competitorId)
  const evidence = competitors[index]?.recommendationEvidence
  if (evidence) return shorten(text, evidence, evidence)
  const start = details?.competitors[index]?.firstOffset ?? null
  if (start === null) return beginning
  const first = { start, end: start }
  return shorten(text, lineAround(text, first), first)
}

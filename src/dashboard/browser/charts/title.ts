import { day, ordinal } from '../formatting/format.ts'
import { bestFirst, type Estimate, type Kind, writeValue } from './estimate.ts'
import type { Trend } from './trend.ts'

/** Titles of charts with fewer answers do not rank brands. */
const FEW_TO_RANK = 20

/** How a metric is phrased in titles. */
export interface Wording {
  /** What the best entity does, for example `leads`. */
  leads: string
  /** Completes "Taskfern is not …" for a share of 0, for example `mentioned`. */
  verb: string
}

interface Standing {
  id: string
  name: string
  main: boolean
  estimate: Estimate
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/**
 * Summarizes the newest run of a trend, for example `Globex leads since 12 Oct; Taskfern holds third place`. It only
 * ranks brands if there are enough answers, and only reports a lead if the intervals do not overlap.
 * @param answers number of answers in the newest run
 */
export function trendTitle({
  trend,
  answers,
  wording,
}: {
  trend: Trend
  answers: number
  wording: Wording
}): string {
  const { kind, runs } = trend
  const standings = standingsOf(trend, runs.length - 1)
  const [leader] = standings
  const place = placeOf(kind, standings)
  return compose({
    kind,
    standings,
    answers,
    wording,
    since: leader ? leadsSince(trend, leader.id) : '',
    holds: place !== null && place === placeOf(kind, standingsOf(trend, runs.length - 2)),
  })
}

interface Shown {
  kind: Kind
  standings: readonly Standing[]
  /** Number of answers in the run. */
  answers: number
  wording: Wording
  /** Since when the leader has been first; may be empty. */
  since: string
  /** Whether the brand had the same place in the previous run. */
  holds: boolean
}

function compose({ kind, standings, answers, wording, since, holds }: Shown): string {
  if (answers < FEW_TO_RANK) return 'Too few answers to rank'
  const [leader, second] = standings.toSorted((a, b) => bestFirst(kind)(a.estimate.value, b.estimate.value))
  if (!leader || (kind === 'share' && leader.estimate.value === 0))
    return `No tracked brand is ${wording.verb}`
  if (!second) return `${leader.name}: ${writeValue(kind, leader.estimate.value)}`
  const brand = standings.find(({ main }) => main)
  const place = brand && { brand, standings, kind, wording, holds }
  if (isClear(kind, standings)) {
    const lead = [leader.name, wording.leads, since].filter(Boolean).join(' ')
    return leader.main || !place ? lead : `${lead}; ${placed(place)}`
  }
  const level = standings.filter(({ estimate }) => estimate.value === leader.estimate.value)
  const top =
    level.length > 2
      ? `${level.length} brands are level at the top`
      : level.length === 2
        ? `${leader.name} and ${second.name} are level at the top`
        : `${leader.name} is just ahead of ${second.name}`
  const includesBrand = leader.main || second.main || level.some(({ main }) => main)
  return includesBrand || !place ? top : `${top}; ${placed(place)}`
}

/**
 * Counts the competitors ahead of the brand: `2 of 4 competitors are ahead of Taskfern`. Compares values only,
 * regardless of intervals.
 */
export function aheadTitle({
  kind,
  standings,
  answers,
}: {
  kind: Kind
  standings: readonly Standing[]
  answers: number
}): string {
  if (answers < FEW_TO_RANK) return 'Too few answers to rank'
  const brand = standings.find(({ main }) => main)
  const others = standings.length - (brand ? 1 : 0)
  if (!brand || others === 0)
    return brand ? 'No competitor is tracked' : 'The brand has too few answers to rank'
  const ahead = (placeOf(kind, standings) ?? 1) - 1
  if (ahead === 0) return `No competitor is ahead of ${brand.name}`
  const who =
    others === 1 ? 'The competitor is' : `${ahead} of ${others} competitors ${ahead === 1 ? 'is' : 'are'}`
  return `${who} ahead of ${brand.name}`
}

/** Describes the brand's place: `Taskfern holds third place`. */
function placed({
  brand,
  standings,
  kind,
  wording,
  holds,
}: {
  brand: Standing
} & Omit<Shown, 'since' | 'answers'>): string {
  if (kind === 'share' && brand.estimate.value === 0) return `${brand.name} is not ${wording.verb}`
  const place = placeOf(kind, standings) ?? standings.length
  const shared = standings.some(({ main, estimate }) => !main && estimate.value === brand.estimate.value)
  return `${brand.name} ${shared ? 'shares' : holds ? 'holds' : 'is in'} ${PLACES[place - 1] ?? ordinal(place)} place`
}

/** Whether the intervals of the first two do not overlap. */
function isClear(kind: Kind, standings: readonly Standing[]): boolean {
  const [first, second] = standings.toSorted((a, b) => bestFirst(kind)(a.estimate.value, b.estimate.value))
  if (!first || !second) return false
  const [best, next] = [first.estimate, second.estimate]
  return kind === 'position'
    ? best.high !== null && next.low !== null && best.high < next.low
    : best.low !== null && next.high !== null && best.low > next.high
}

/** Returns the brand's place, 1-based; null if it has no value. */
function placeOf(kind: Kind, standings: readonly Standing[]): number | null {
  const brand = standings.find(({ main }) => main)
  if (!brand) return null
  const compared = bestFirst(kind)
  return 1 + standings.filter(({ estimate }) => compared(estimate.value, brand.estimate.value) < 0).length
}

/**
 * Returns since when an entity has had the best value in every run: `in all 12 runs` or `since 12 Oct`. Empty for fewer
 * than three runs.
 */
function leadsSince({ kind, runs, lines }: Trend, id: string): string {
  const compared = bestFirst(kind)
  const leads = runs.map((_, run) => {
    const value = lines.find((line) => line.id === id)?.values[run]?.value
    if (value === null || value === undefined) return false
    return lines.every((line) => line.id === id || compared(value, line.values[run]?.value) < 0)
  })
  const first = leads.lastIndexOf(false) + 1
  const together = runs.length - first
  if (together < 3) return ''
  return first === 0 ? `in all ${together} runs` : `since ${day(runs[first]?.at)}`
}

function standingsOf({ kind, lines }: Trend, run: number): Standing[] {
  return lines
    .flatMap(({ values, ...entity }) => {
      const estimate = values[run]
      return estimate && estimate.value !== null ? [{ ...entity, estimate }] : []
    })
    .sort((a, b) => bestFirst(kind)(a.estimate.value, b.estimate.value))
}

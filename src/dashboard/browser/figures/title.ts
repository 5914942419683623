import { bestFirst, type Estimate, type Kind, writeValue } from './estimate.ts'
import { day, ordinal } from './format.ts'
import type { Trend } from './trend.ts'

/** Below this number of answers no order of brands is told. */
const FEW_TO_RANK = 20

/** The words of a metric. */
export interface Wording {
  /** What the best one does, such as `leads`. */
  leads: string
  /** What a brand is not whose share is 0, such as `named`. */
  verb: string
}

/** An entity with its figure. */
interface Standing {
  id: string
  name: string
  main: boolean
  estimate: Estimate
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/**
 * What the newest run of a trend shows, such as `Globex leads since 12 Oct; Taskfern holds third place`. Says no more than is
 * true of any data: an order only with enough answers, a lead only where the intervals do not overlap.
 * @param answers in the newest run
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
  /** Of the run. */
  answers: number
  wording: Wording
  /** Since when the first one has been the first; may be empty. */
  since: string
  /** Whether the brand was at its place in the run before, too. */
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
  const told = leader.main || second.main || level.some(({ main }) => main)
  return told || !place ? top : `${top}; ${placed(place)}`
}

/** How many are ahead of the brand: `2 of 4 competitors are ahead of Taskfern`; by their values, whatever their intervals. */
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

/** Where the brand stands: `Taskfern holds third place`. */
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

/** Whether the first is ahead by more than the intervals of the first two leave open. */
function isClear(kind: Kind, standings: readonly Standing[]): boolean {
  const [first, second] = standings.toSorted((a, b) => bestFirst(kind)(a.estimate.value, b.estimate.value))
  if (!first || !second) return false
  const [one, other] = [first.estimate, second.estimate]
  return kind === 'position'
    ? one.high !== null && other.low !== null && one.high < other.low
    : one.low !== null && other.high !== null && one.low > other.high
}

/** The place of the brand, 1-based; null where it has no value. */
function placeOf(kind: Kind, standings: readonly Standing[]): number | null {
  const brand = standings.find(({ main }) => main)
  if (!brand) return null
  const compared = bestFirst(kind)
  return 1 + standings.filter(({ estimate }) => compared(estimate.value, brand.estimate.value) < 0).length
}

/** Since when an entity has had the best value in every run: `in all 12 runs`, `since 12 Oct`; empty for less than three runs. */
function leadsSince({ kind, runs, lines }: Trend, id: string): string {
  const compared = bestFirst(kind)
  const leads = runs.map((_, run) => {
    const own = lines.find((line) => line.id === id)?.values[run]?.value
    if (own === null || own === undefined) return false
    return lines.every((line) => line.id === id || compared(own, line.values[run]?.value) < 0)
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

import { type Basket, commonBasket, partOfBasket } from './basket.ts'
import { type EntityFractions, type Fraction, fractionsOf } from './basket-columns.ts'
import { type Candidate, type NotableChange, RUN_SIGNIFICANCE, significantChanges } from './change-tests.ts'
import { AMONG_ALL } from './changes.ts'
import { add } from './counts.ts'
import { CHANGED_METRICS, type ChangedMetric, FEWEST_PROMPTS } from './definitions.ts'
import type { MetricsAnswer, MetricsInput } from './metrics-input.ts'
import type { Scope } from './scopes.ts'

/** What changed between two runs. */
export type ChangedThing =
  | { kind: 'metric_moved'; metric: ChangedMetric; part: Scope }
  /** Answers mention the competitor more often than the brand, for the first time. */
  | { kind: 'competitor_overtook'; competitorId: string }
  /** Answers cite a site that the previous run did not cite, or no longer cite one that it cited. */
  | { kind: 'site_appeared' | 'site_lost'; domain: string }
  /** More answers say that they do not know the brand, or advise against it. */
  | { kind: 'brand_denied' | 'brand_discouraged' }
  /** Answers have a property that no answer of the previous run had: see {@link NewProperty}. */
  | { kind: 'appeared'; key: string }

/** A property that answers may gain, such as the mention of an untracked brand. Shares 0 to 1 by text of the prompt. */
export interface NewProperty {
  key: string
  /** Share of the prompt's answers with the property; missing for a prompt without them. */
  now: ReadonlyMap<string, number>
  before: ReadonlyMap<string, number>
}

const appears = (value: number, previousValue: number) => previousValue === 0 && value > 0
const rises = (value: number, previousValue: number) => value > previousValue

/**
 * Returns the significant changes between two runs: of the brand's metrics in the whole run, by provider and by tag, of its lead over
 * each competitor, of the cited sites, of denials and of advice against it, and of new properties. All of them are
 * tested as one family on the common basket, so the chance that a run without any real change reports something is at
 * most {@link RUN_SIGNIFICANCE}. Returns none with fewer than ten common prompts.
 * @param isSame whether both batches tracked the entity by the same names and domains
 */
export function notableChanges(
  current: MetricsInput,
  previous: MetricsInput,
  { isSame, properties = [] }: { isSame: (id: string) => boolean; properties?: readonly NewProperty[] },
): NotableChange<ChangedThing>[] {
  const basket = commonBasket(current, previous)
  if (!basket || basket.prompts < FEWEST_PROMPTS) return []
  const candidates: Candidate<ChangedThing>[] = [
    ...(isSame('brand') ? brandCandidates(basket, { current, previous, isSame }) : []),
    ...siteCandidates(basket),
    ...properties.map((property) => propertyCandidate(basket, property)),
  ]
  const notable = significantChanges(candidates, basket.prompts, RUN_SIGNIFICANCE)
  return notable.filter((change) => !isExplained(change, notable))
}

/** Whether a change in a part of the run only repeats the change of the whole run in the same direction. */
function isExplained(
  { thing, difference }: NotableChange<ChangedThing>,
  all: readonly NotableChange<ChangedThing>[],
): boolean {
  if (thing.kind !== 'metric_moved' || thing.part.scope === 'all') return false
  return all.some(
    (other) =>
      other.thing.kind === 'metric_moved' &&
      other.thing.metric === thing.metric &&
      other.thing.part.scope === 'all' &&
      Math.sign(other.difference) === Math.sign(difference),
  )
}

interface ComparedInputs {
  current: MetricsInput
  previous: MetricsInput
  isSame: (id: string) => boolean
}

function brandCandidates(basket: Basket, inputs: ComparedInputs): Candidate<ChangedThing>[] {
  const [now, before] = [
    fractionsOf(basket, 'now', inputs.current.entities.length),
    fractionsOf(basket, 'before', inputs.previous.entities.length),
  ]
  const { asked } = basket
  const answersWith = (isWith: (answer: MetricsAnswer) => boolean) => ({
    now: { numerators: shareWith(basket, 'now', isWith), denominators: asked },
    before: { numerators: shareWith(basket, 'before', isWith), denominators: asked },
    isNotable: rises,
  })
  return [
    ...metricCandidates(inputs, { now, before, part: { scope: 'all', value: '' } }),
    ...partsOf(basket).flatMap(({ part, cells }) =>
      metricCandidates(inputs, {
        part,
        now: fractionsOf(cells, 'now', inputs.current.entities.length),
        before: fractionsOf(cells, 'before', inputs.previous.entities.length),
      }),
    ),
    ...leadCandidates(inputs, now, before, asked),
    { thing: { kind: 'brand_denied' }, ...answersWith(({ entities }) => entities[0]?.denied === true) },
    {
      thing: { kind: 'brand_discouraged' },
      ...answersWith(({ entities }) => entities[0]?.strength === 'discouraged'),
    },
  ]
}

function metricCandidates(
  { current, previous, isSame }: ComparedInputs,
  { now, before, part }: { now: EntityFractions[]; before: EntityFractions[]; part: Scope },
): Candidate<ChangedThing>[] {
  const [brand, earlier] = [now[0], before[0]]
  if (!brand || !earlier) return []
  const { entities } = current
  const areSame = previous.entities.length === entities.length && entities.every(({ id }) => isSame(id))
  const isComparable = (metric: ChangedMetric) =>
    (areSame || !AMONG_ALL.includes(metric)) && (metric !== 'shareOfVoice' || entities.length > 1)
  return CHANGED_METRICS.filter(isComparable).map((metric) => ({
    thing: { kind: 'metric_moved', metric, part },
    now: brand[metric],
    before: earlier[metric],
  }))
}

/** Returns the parts of a basket by provider and by tag; none for a division into a single part. */
function partsOf(basket: Basket): { part: Scope; cells: Basket }[] {
  const providers = [...new Set(basket.cells.map(({ provider }) => provider))]
  const tags = [...new Set(basket.cells.flatMap(({ tags }) => tags))]
  return [
    ...(providers.length > 1 ? providers : []).map((value) => ({
      part: { scope: 'provider' as const, value },
      cells: partOfBasket(basket, ({ provider }) => provider === value),
    })),
    ...tags.map((value) => ({
      part: { scope: 'tag' as const, value },
      cells: partOfBasket(basket, ({ tags }) => tags.includes(value)),
    })),
  ]
}

/** Returns the lead of each competitor: its mention rate minus the mention rate of the brand. */
function leadCandidates(
  { current, previous, isSame }: ComparedInputs,
  now: readonly EntityFractions[],
  before: readonly EntityFractions[],
  asked: Float64Array,
): Candidate<ChangedThing>[] {
  const leadOf = (brand: EntityFractions, competitor: EntityFractions): Fraction => ({
    numerators: competitor.mentionRate.numerators.map(
      (mentioned, prompt) => mentioned - (brand.mentionRate.numerators[prompt] ?? 0),
    ),
    denominators: asked,
  })
  return current.entities.slice(1).flatMap(({ id }, index) => {
    const earlierIndex = previous.entities.findIndex((entity) => entity.id === id)
    const [brand, competitor] = [now[0], now[index + 1]]
    const [earlierBrand, earlier] = [before[0], before[earlierIndex]]
    if (!brand || !competitor || !earlierBrand || !earlier || !isSame(id)) return []
    return [
      {
        thing: { kind: 'competitor_overtook', competitorId: id },
        now: leadOf(brand, competitor),
        before: leadOf(earlierBrand, earlier),
        isNotable: (lead: number, previousLead: number) => previousLead <= 0 && lead > 0,
      } as const,
    ]
  })
}

/** Returns for each prompt the sum over its cells of the share of answers with a property. */
function shareWith(
  { prompts, cells }: Basket,
  side: 'now' | 'before',
  isWith: (answer: MetricsAnswer) => boolean,
): Float64Array {
  const column = new Float64Array(prompts)
  for (const { prompt, [side]: answers } of cells)
    for (const answer of answers) if (isWith(answer)) add(column, prompt, 1 / answers.length)
  return column
}

/** Returns the share of answers that cite each site. */
function siteCandidates(basket: Basket): Candidate<ChangedThing>[] {
  const [now, before] = [citingBySite(basket, 'now'), citingBySite(basket, 'before')]
  const denominators = basket.asked
  return [...new Set([...now.keys(), ...before.keys()])].map((domain) => {
    const [cites, cited] = [now.get(domain), before.get(domain)]
    const none = new Float64Array(basket.prompts)
    return {
      thing: { kind: cites ? 'site_appeared' : 'site_lost', domain },
      now: { numerators: cites ?? none, denominators },
      before: { numerators: cited ?? none, denominators },
      // A site that both runs cite is tested too, so that the family does not depend on the outcome.
      isNotable: () => !cites || !cited,
    }
  })
}

function citingBySite({ prompts, cells }: Basket, side: 'now' | 'before'): Map<string, Float64Array> {
  const sites = new Map<string, Float64Array>()
  for (const { prompt, [side]: answers } of cells) {
    for (const { sources } of answers) {
      const cited = new Set(sources.flatMap((source) => (source.cited ? [source.domain] : [])))
      for (const domain of cited) {
        const column = sites.get(domain) ?? new Float64Array(prompts)
        sites.set(domain, column)
        add(column, prompt, 1 / answers.length)
      }
    }
  }
  return sites
}

function propertyCandidate(
  { texts, asked }: Basket,
  { key, now, before }: NewProperty,
): Candidate<ChangedThing> {
  // Each prompt has the weight of its cells, as in all other changes.
  const weighted = (shares: ReadonlyMap<string, number>) =>
    Float64Array.from(texts, (text, prompt) => (shares.get(text) ?? 0) * (asked[prompt] ?? 0))
  return {
    thing: { kind: 'appeared', key },
    now: { numerators: weighted(now), denominators: asked },
    before: { numerators: weighted(before), denominators: asked },
    isNotable: appears,
  }
}

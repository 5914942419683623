import type { Estimator } from './estimator.ts'
import type { MeasuredAnswer, MeasuredEntity } from './measured.ts'
import type { Rate } from './rates.ts'
import { add, type Tally } from './tally.ts'

/** Whose a page is. */
export type Owner = 'brand' | 'competitor' | 'third_party'

export type DomainShare = {
  domain: string
  /** Whose most of its pages are. */
  owner: Owner
  /** The competitor's id; null unless it is one's. */
  competitorId: string | null
  citations: number
  /** Its citations of all citations; answers that cite it, and answers that only list it, of all answers. */
  share: Rate
  citationRate: Rate
  retrievedRate: Rate
}

/** Where the citations of answers lead. */
export type SourceShares = {
  /** All citations; pages that are only listed do not count. */
  citations: number
  /** One for each kind of owner; the shares add up to 1. */
  owners: { owner: Owner; citations: number; share: Rate }[]
  /** Those cited most often. */
  domains: DomainShare[]
}

/** What a batch's answers do with one domain. */
export interface DomainCount {
  domain: string
  /** Pages among the sources of answers, cited or only listed; and those cited. */
  sources: number
  cited: number
  /** Answers that cite it. */
  citing: number
  /** Whose the pages are, the most frequent first; null: a third party's. */
  owners: { entity: number | null; sources: number }[]
}

const OWNERS: readonly Owner[] = ['brand', 'competitor', 'third_party']
/** Domains that are told of. */
const MOST_DOMAINS = 10

/** Counts the domains among the sources of completed answers, those cited most often first, equal ones by name. */
export function countDomains(answered: readonly MeasuredAnswer[]): DomainCount[] {
  /** `last`: the number of the last answer that cites it: each counts once. */
  type Count = Omit<DomainCount, 'owners'> & { last: number; byOwner: Map<number | null, number> }
  const found = new Map<string, Count>()
  for (const [number, { sources }] of answered.entries()) {
    for (const { domain, entity, cited } of sources) {
      let count = found.get(domain)
      if (!count) {
        count = { domain, sources: 0, cited: 0, citing: 0, last: -1, byOwner: new Map() }
        found.set(domain, count)
      }
      count.sources += 1
      count.byOwner.set(entity, (count.byOwner.get(entity) ?? 0) + 1)
      if (!cited) continue
      count.cited += 1
      if (count.last !== number) count.citing += 1
      count.last = number
    }
  }
  return [...found.values()]
    .map(({ byOwner, last: _, ...count }) => ({
      ...count,
      owners: [...byOwner]
        .map(([entity, sources]) => ({ entity, sources }))
        .sort((one, other) => other.sources - one.sources),
    }))
    .sort((one, other) => other.cited - one.cited || (one.domain < other.domain ? -1 : 1))
}

/** Shares of citations by owner and by domain. */
export function shareSources(
  answered: readonly MeasuredAnswer[],
  entities: readonly MeasuredEntity[],
  tally: Tally,
  estimator: Estimator,
): SourceShares {
  const column = () => new Float64Array(tally.answers.length)
  const top = countDomains(answered).slice(0, MOST_DOMAINS)
  const columns = new Map(
    top.map(({ domain }) => [
      domain,
      { cited: column(), citing: column(), retrieving: column(), lastCiting: -1, lastRetrieving: -1 },
    ]),
  )
  const byOwner = { brand: column(), competitor: column(), third_party: column() }
  for (const [number, { prompt, sources }] of answered.entries()) {
    const place = tally.places.get(prompt) ?? 0
    for (const { domain, entity, cited } of sources) {
      if (cited) add(byOwner[ownerOf(entity)], place, 1)
      const counts = columns.get(domain)
      if (!counts) continue
      if (cited) {
        add(counts.cited, place, 1)
        if (counts.lastCiting !== number) add(counts.citing, place, 1)
        counts.lastCiting = number
      } else {
        if (counts.lastRetrieving !== number) add(counts.retrieving, place, 1)
        counts.lastRetrieving = number
      }
    }
  }
  const total = (counts: Float64Array) => counts.reduce((before, count) => before + count, 0)
  return {
    citations: total(tally.citations),
    owners: OWNERS.map((owner) => ({
      owner,
      citations: total(byOwner[owner]),
      share: estimator.share(byOwner[owner], tally.citations),
    })),
    domains: top.flatMap(({ domain, cited, owners: [most] }) => {
      const counts = columns.get(domain)
      if (!counts) return []
      const entity = most?.entity ?? null
      return {
        domain,
        owner: ownerOf(entity),
        competitorId: entity === null || entity === 0 ? null : (entities[entity]?.id ?? null),
        citations: cited,
        share: estimator.share(counts.cited, tally.citations),
        citationRate: estimator.rate(counts.citing, tally.answers),
        retrievedRate: estimator.rate(counts.retrieving, tally.answers),
      }
    }),
  }
}

/** Whose the pages of an entity are. */
export function ownerOf(entity: number | null): Owner {
  if (entity === null) return 'third_party'
  return entity === 0 ? 'brand' : 'competitor'
}

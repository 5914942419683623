import { valuesOf } from '../definitions/enumeration.ts'
import { CITATION_OWNERS, type CitationOwner } from '../definitions/vocabulary.ts'
import { add, type Counts } from './counts.ts'
import type { Summary } from './definitions.ts'
import type { Estimator } from './estimator.ts'
import type { MetricsAnswer, MetricsEntity } from './metrics-input.ts'

/** How a batch's answers use one domain. */
export interface DomainCount {
  domain: string
  /** Pages among the sources of answers, cited or only listed; and those cited. */
  sources: number
  cited: number
  /** Answers that cite it. */
  citing: number
  /** Answers that list a page of it without citing that page. */
  retrieving: number
  /** The owners of the pages, the most frequent first; null for a third party. */
  owners: { entity: number | null; sources: number }[]
}

const NONE = { sources: 0, cited: 0, citing: 0, retrieving: 0, lastCiting: -1, lastRetrieving: -1 }

/** Domains that are shown. */
const MOST_DOMAINS = 10

/** Counts the domains among the sources of completed answers, those cited most often first, equal ones by name. */
export function countDomains(answered: readonly MetricsAnswer[]): DomainCount[] {
  /** The numbers of the last answers that cite it and only list it: each counts once. */
  type Count = Omit<DomainCount, 'owners'> & {
    lastCiting: number
    lastRetrieving: number
    byOwner: Map<number | null, number>
  }
  const found = new Map<string, Count>()
  for (const [number, { sources }] of answered.entries()) {
    for (const { domain, entity, cited } of sources) {
      let count = found.get(domain)
      if (!count) {
        count = { domain, ...NONE, byOwner: new Map() }
        found.set(domain, count)
      }
      count.sources += 1
      count.byOwner.set(entity, (count.byOwner.get(entity) ?? 0) + 1)
      if (cited) {
        count.cited += 1
        if (count.lastCiting !== number) count.citing += 1
        count.lastCiting = number
      } else {
        if (count.lastRetrieving !== number) count.retrieving += 1
        count.lastRetrieving = number
      }
    }
  }
  return [...found.values()]
    .map(({ byOwner, lastCiting: _, lastRetrieving: __, ...count }) => ({
      ...count,
      owners: [...byOwner]
        .map(([entity, sources]) => ({ entity, sources }))
        .sort((one, other) => other.sources - one.sources),
    }))
    .sort((one, other) => other.cited - one.cited || (one.domain < other.domain ? -1 : 1))
}

/** Shares of citations by owner and by domain. */
export function shareSources(
  answered: readonly MetricsAnswer[],
  entities: readonly MetricsEntity[],
  counts: Counts,
  estimator: Estimator,
): Summary['sources'] {
  const column = () => new Float64Array(counts.answers.length)
  const top = countDomains(answered).slice(0, MOST_DOMAINS)
  const columns = new Map(
    top.map(({ domain }) => [
      domain,
      { cited: column(), citing: column(), retrieving: column(), lastCiting: -1, lastRetrieving: -1 },
    ]),
  )
  const byOwner = { brand: column(), competitor: column(), third_party: column() }
  for (const [number, { prompt, sources }] of answered.entries()) {
    const place = counts.places.get(prompt) ?? 0
    for (const { domain, entity, cited } of sources) {
      if (cited) add(byOwner[ownerOf(entity)], place, 1)
      const ofDomain = columns.get(domain)
      if (!ofDomain) continue
      if (cited) {
        add(ofDomain.cited, place, 1)
        if (ofDomain.lastCiting !== number) add(ofDomain.citing, place, 1)
        ofDomain.lastCiting = number
      } else {
        if (ofDomain.lastRetrieving !== number) add(ofDomain.retrieving, place, 1)
        ofDomain.lastRetrieving = number
      }
    }
  }
  const total = (ofDomain: Float64Array) => ofDomain.reduce((before, count) => before + count, 0)
  return {
    citations: total(counts.citations),
    owners: valuesOf(CITATION_OWNERS).map((owner) => ({
      owner,
      citations: total(byOwner[owner]),
      share: estimator.share(byOwner[owner], counts.citations),
    })),
    domains: top.flatMap(({ domain, cited, owners: [most] }) => {
      const ofDomain = columns.get(domain)
      if (!ofDomain) return []
      const entity = most?.entity ?? null
      return {
        domain,
        owner: ownerOf(entity),
        competitorId: entity === null || entity === 0 ? null : (entities[entity]?.id ?? null),
        citations: cited,
        share: estimator.share(ofDomain.cited, counts.citations),
        citationRate: estimator.rate(ofDomain.citing, counts.answers),
        retrievedRate: estimator.rate(ofDomain.retrieving, counts.answers),
      }
    }),
  }
}

/** The owner that the pages of an entity have. */
export function ownerOf(entity: number | null): CitationOwner {
  if (entity === null) return 'third_party'
  return entity === 0 ? 'brand' : 'competitor'
}

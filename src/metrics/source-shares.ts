import { valuesOf } from '../definitions/fields/enumeration.ts'
import { CITATION_OWNERS, type CitationOwner } from '../definitions/vocabulary.ts'
import { add, type Counts } from './counts.ts'
import type { Summary } from './definitions.ts'
import type { Estimator } from './estimator.ts'
import type { MetricsAnswer, MetricsEntity } from './metrics-input.ts'

/** How the answers of a batch use one domain. */
export interface DomainCount {
  domain: string
  /** Occurrences of its pages among the sources of answers, and the cited ones among them. */
  sources: number
  cited: number
  /** Answers that cite it. */
  citing: number
  /** Answers that list one of its pages without citing that page. */
  retrieving: number
  /** Owners of the pages, the most frequent first; `entity` is null for a third party. */
  owners: { entity: number | null; sources: number }[]
}

const NONE = { sources: 0, cited: 0, citing: 0, retrieving: 0, lastCiting: -1, lastRetrieving: -1 }

/** Number of domains in a summary. */
const MOST_DOMAINS = 10

/** Counts the domains among the sources of completed answers. Sorts by citations (descending), then by name. */
export function countDomains(answered: readonly MetricsAnswer[]): DomainCount[] {
  /** Holds the numbers of the last answers that cited and only listed the domain, so that each answer counts once. */
  type Count = Omit<DomainCount, 'owners'> & {
    lastCiting: number
    lastRetrieving: number
    byOwner: Map<number | null, number>
  }
  const byDomain = new Map<string, Count>()
  for (const [number, { sources }] of answered.entries()) {
    for (const { domain, entity, cited } of sources) {
      let count = byDomain.get(domain)
      if (!count) {
        count = { domain, ...NONE, byOwner: new Map() }
        byDomain.set(domain, count)
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
  return [...byDomain.values()]
    .map(({ byOwner, lastCiting: _, lastRetrieving: __, ...count }) => ({
      ...count,
      owners: [...byOwner]
        .map(([entity, sources]) => ({ entity, sources }))
        .sort((a, b) => b.sources - a.sources),
    }))
    .sort((a, b) => b.cited - a.cited || (a.domain < b.domain ? -1 : 1))
}

/** Computes the shares of citations by owner and by domain. */
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

/** Returns the owner of an entity's pages, where the brand is entity 0. */
export function ownerOf(entity: number | null): CitationOwner {
  if (entity === null) return 'third_party'
  return entity === 0 ? 'brand' : 'competitor'
}

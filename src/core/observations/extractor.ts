import { LRUCache } from 'lru-cache'
import { type Matcher, prepare } from '../../extraction/extract.ts'
import { entitiesOf, type Snapshot } from '../snapshot.ts'

/** What extracts the answers of a batch: its tracked brands, and the matcher made of them. */
export interface Extractor {
  snapshot: Snapshot
  matcher: Matcher
}

/** Compiles the names of a snapshot. */
export function extractorOf(snapshot: Snapshot): Extractor {
  return { snapshot, matcher: prepare(entitiesOf(snapshot)) }
}

const cache = new LRUCache<string, Extractor>({ max: 20 })

/** As {@link extractorOf}, kept for the next answers of the batch: for threads, which get the snapshot with every answer. */
export function cachedExtractor(snapshot: Snapshot): Extractor {
  const key = JSON.stringify(snapshot)
  const known = cache.get(key)
  if (known) return known
  const extractor = extractorOf(snapshot)
  cache.set(key, extractor)
  return extractor
}

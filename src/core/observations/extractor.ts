import { LRUCache } from 'lru-cache'
import { type Matcher, prepare } from '../../extraction/extract.ts'
import { entitiesOf, type Snapshot } from '../brands/snapshot.ts'

/** Tracked brands of a batch, and the matcher that finds them in answers. */
export interface Extractor {
  snapshot: Snapshot
  matcher: Matcher
}

/** Compiles the names of a snapshot into a matcher. */
export function extractorOf(snapshot: Snapshot): Extractor {
  return { snapshot, matcher: prepare(entitiesOf(snapshot)) }
}

const cache = new LRUCache<string, Extractor>({ max: 20 })

/** Returns a cached extractor. For worker threads, which receive the snapshot with every answer of a batch. */
export function cachedExtractor(snapshot: Snapshot): Extractor {
  const key = JSON.stringify(snapshot)
  const cached = cache.get(key)
  if (cached) return cached
  const extractor = extractorOf(snapshot)
  cache.set(key, extractor)
  return extractor
}

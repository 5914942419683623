import { LRUCache } from 'lru-cache'

/*
 * Tracks the keys that this process revoked and the users that lost or gained sessions or memberships here. Cached data
 * about them is stale immediately. Other processes see the change in the database within seconds.
 */

/** Entries expire after a minute, because cached access data never lives that long. */
const latest = new LRUCache<string, number>({ max: 100_000, ttl: 60_000 })
const listeners = new Set<() => void>()
let count = 0

/** Records that the access of a key, session or user has changed. Call it after the change is committed. */
export function accessChanged(id: string): void {
  count += 1
  latest.set(id, count)
  for (const listener of listeners) listener()
}

/** Returns the number of changes so far. Call it before reading data that {@link changedSince} will validate later. */
export function accessChanges(): number {
  return count
}

/** Returns whether the access of a key or user has changed since {@link accessChanges} returned this count. */
export function changedSince(id: string, changes: number): boolean {
  return (latest.get(id) ?? 0) > changes
}

/** Calls a function after each change. @returns a function that unsubscribes it */
export function onAccessChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

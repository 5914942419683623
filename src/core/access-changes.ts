import { LRUCache } from 'lru-cache'

/*
 * Which keys were revoked and which users lost sessions or memberships, or gained some, in this process: whatever was read
 * about them earlier is out of date at once. Other processes find the change in the database within seconds.
 */

/** Changes are forgotten after a minute: nothing that was read about a key or user is kept for that long. */
const latest = new LRUCache<string, number>({ max: 100_000, ttl: 60_000 })
const listeners = new Set<() => void>()
let count = 0

/** Remembers, after the commit of a change, that the access of a key, session or user has changed. */
export function accessChanged(id: string): void {
  count += 1
  latest.set(id, count)
  for (const listener of listeners) listener()
}

/** The number of changes so far; to be taken before reading what {@link changedSince} is later asked about. */
export function accessChanges(): number {
  return count
}

/** Whether the access of a key or user has changed since there were this many changes. */
export function changedSince(id: string, changes: number): boolean {
  return (latest.get(id) ?? 0) > changes
}

/** Calls a function after each change. @returns a function that ends this */
export function onAccessChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

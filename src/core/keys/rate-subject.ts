import type { Actor, KeyActor, MemberActor } from '../foundation/actor.ts'

/** Returns the rate limit subject of a caller; null for callers without a limit. */
export function subjectOf(actor: KeyActor | MemberActor): string
export function subjectOf(actor: Actor | null): string | null
export function subjectOf(actor: Actor | null): string | null {
  if (actor?.type === 'key') return `key:${actor.keyId}`
  return actor?.type === 'member' ? `member:${actor.userId}` : null
}

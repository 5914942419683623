/** Who acts. A job acts for the organization of its batch, an operator at the command line for the house itself. */
export type Actor =
  | { type: 'key'; keyId: string; organizationId: string; projectId: string | null; admin: boolean }
  | {
      type: 'member'
      userId: string
      organizationId: string
      role: 'admin' | 'member'
      /** The session that was shown; missing where nobody signed in. */
      sessionId?: string
    }
  | { type: 'job'; name: string }
  | { type: 'operator' }

/** Names what a caller may see and do: two callers of the same view get the same answers, but to who they are. */
export function viewOf(actor: Actor): string {
  switch (actor.type) {
    case 'key':
      return `key ${actor.organizationId} ${actor.projectId ?? '-'} ${actor.admin}`
    case 'member':
      return `member ${actor.organizationId} ${actor.role}`
    case 'job':
      return `job ${actor.name}`
    case 'operator':
      return 'operator'
  }
}

import type { Member, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'

/** A person in an organization. */
export interface MemberRecord {
  id: string
  role: MemberRole
  email: string
  name: string
  /** Since when. */
  createdAt: Date
}

/** A member as other members see them. */
export function recordOf({ id, role, createdAt, user }: Member & { user: User }): MemberRecord {
  return { id, role, email: user.email, name: user.name, createdAt }
}

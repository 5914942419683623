import type { OpenIdPolicy } from '../../definitions/open-id-policy.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'

/** Dependencies of a sign-in with OpenID Connect. */
export interface OpenIdDeps {
  /** Null if OpenID Connect is not configured. */
  openIdPolicy: OpenIdPolicy | null
}

/**
 * Returns the role that the values of the role claim give.
 * @returns null if the user may not sign in
 */
export function roleFor({ roles }: OpenIdPolicy, values: readonly string[]): MemberRole | null {
  if (roles === null) return 'member'
  const hasOneOf = (mapped: readonly string[]) => mapped.some((value) => values.includes(value))
  if (hasOneOf(roles.admin)) return 'admin'
  return roles.member === null || hasOneOf(roles.member) ? 'member' : null
}

/** Who may sign in with OpenID Connect, and what they may do. The operator sets it with the OIDC variables. */
export interface OpenIdPolicy {
  /** Domains of the addresses that are accepted, in lower case; empty to accept all. */
  domains: readonly string[]
  /** Whether to accept addresses that the identity provider does not mark as verified. */
  trustEmail: boolean
  /** Id of the organization that new users join; null if users need an invitation. */
  organizationId: string | null
  /** Null if new users become members and roles are changed in the product. */
  roles: RoleMapping | null
}

/** Maps values of a claim, such as `groups`, to roles in {@link OpenIdPolicy.organizationId}. */
interface RoleMapping {
  /** Values that make a user an admin. */
  admin: readonly string[]
  /** Values that make a user a member; null if every other user is one. */
  member: readonly string[] | null
}

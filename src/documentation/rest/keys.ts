import type { PlacedOperation } from './document.ts'

const KEYS: Record<string, string> = {
  projectKey: 'a project key',
  organizationKey: 'an organization key',
  organizationAdminKey: 'an organization key with the right `admin`',
}

/** Which keys an operation takes, in words; empty for one that takes none, such as a webhook. */
export function keysOf({ security }: PlacedOperation): string {
  const keys = security.flatMap((one) => Object.keys(one).map((scheme) => KEYS[scheme] ?? scheme))
  return keys.length > 0 ? `Takes ${keys.join(' or ')}.` : ''
}

import type { PlacedOperation } from './document.ts'

const KEYS: Record<string, string> = {
  projectKey: 'a project key',
  organizationKey: 'an organization key',
  organizationAdminKey: 'an organization key with the scope `admin`',
}

/** Describes which keys an operation accepts. Returns an empty text if it needs no key, like a webhook. */
export function describeKeys({ security }: PlacedOperation): string {
  const keys = security.flatMap((schemes) => Object.keys(schemes).map((scheme) => KEYS[scheme] ?? scheme))
  return keys.length > 0 ? `Requires ${keys.join(' or ')}.` : ''
}

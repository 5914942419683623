/** Kinds of API keys, as security schemes of the OpenAPI document, with their descriptions. */
export const KEY_SCHEMES = {
  projectKey: 'A project key: `Authorization: Bearer svc_…`',
  organizationKey: 'An organization key, with or without the scope `admin`: `Authorization: Bearer svc_…`',
  organizationAdminKey: 'An organization key with the scope `admin`: `Authorization: Bearer svc_…`',
} as const

/** Returns the security requirement of an operation that accepts these keys. */
export function takes(...schemes: (keyof typeof KEY_SCHEMES)[]): Record<string, string[]>[] {
  return schemes.map((scheme) => ({ [scheme]: [] }))
}

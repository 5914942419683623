/** The kinds of keys, as security schemes of the OpenAPI document, and what each is. */
export const KEY_SCHEMES = {
  projectKey: 'A project key: `Authorization: Bearer svc_…`',
  organizationKey: 'An organization key, with or without the right `admin`: `Authorization: Bearer svc_…`',
  organizationAdminKey: 'An organization key with the right `admin`: `Authorization: Bearer svc_…`',
} as const

/** The security of an operation that takes these keys. */
export function takes(...schemes: (keyof typeof KEY_SCHEMES)[]): Record<string, string[]>[] {
  return schemes.map((scheme) => ({ [scheme]: [] }))
}

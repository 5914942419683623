import type { z } from 'zod'

/** Groups of variables, in the order of the reference. */
export const VARIABLE_GROUPS = [
  'Server',
  'Data',
  'Providers',
  'Costs and limits',
  'Addresses',
  'Email',
  'Sign-in with OpenID Connect',
  'GraphQL',
  'Judge',
  'Monitoring',
] as const

/** What the reference says about a variable. */
export interface About {
  group: (typeof VARIABLE_GROUPS)[number]
  /** Meaning in Markdown, without a full stop. Links lead to other guides. */
  description: string
  /** Whether the value must not be shown. Such a variable can also be read from the file that `NAME_FILE` names. */
  secret: boolean
  /** What happens without a value; `unset` by default. Only for variables without a default. */
  unset: string
}

/** Returns the metadata for `schema.meta(…)`. */
export function about(
  group: About['group'],
  description: string,
  { secret = false, unset = 'unset' }: { secret?: boolean; unset?: string } = {},
): { about: About } {
  return { about: { group, description, secret, unset } }
}

/** Returns what the reference says about the variable of a schema. @throws {Error} without metadata */
export function aboutOf(schema: z.ZodType): About {
  const { about } = (schema.meta() ?? {}) as { about?: About }
  if (!about) throw new Error('the variable has no description')
  return about
}

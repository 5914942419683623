import type { MissingPart } from '../../core/provider-port/registry.ts'

/** The variables that real search volumes need. */
export const VOLUME_CREDENTIALS: readonly string[] = ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD']

/** Values of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Describes which of the required environment variables are missing. Returns null if all are set. */
export function missingCredentials(
  variables: readonly (string | null)[],
  environment: Environment,
): MissingPart | null {
  const needed = [...new Set(variables)].filter((variable) => variable !== null)
  const unset = needed.filter((variable) => !environment[variable])
  if (unset.length === 0) return null
  const set = needed.filter((variable) => environment[variable])
  const present = set.length > 0 ? ` (${listed(set)} ${isOrAre(set)})` : ''
  return { reason: `${listed(unset)} ${isOrAre(unset)} not set${present}`, fix: `set ${listed(unset)}` }
}

/** Combines what each of several alternative routes is missing. */
export function missingOfAll(parts: readonly MissingPart[]): MissingPart {
  const either = new Intl.ListFormat('en', { type: 'disjunction' })
  return {
    reason: parts.map(({ reason }) => reason).join('; '),
    fix: either.format([...new Set(parts.map(({ fix }) => fix))]),
  }
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}

function isOrAre({ length }: readonly string[]): 'is' | 'are' {
  return length === 1 ? 'is' : 'are'
}

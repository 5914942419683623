/** Values of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why a provider cannot be asked, in words for an operator. */
export interface MissingPart {
  /** Names the variables that are missing. */
  reason: string
  /** What to set, or to write in which file. */
  fix: string
}

/** What is missing of the environment variables that are needed; null where all are set. */
export function missingCredentials(
  variables: readonly (string | null)[],
  environment: Environment,
): MissingPart | null {
  const needed = [...new Set(variables)].filter((variable) => variable !== null)
  const unset = needed.filter((variable) => !environment[variable])
  if (unset.length === 0) return null
  const set = needed.filter((variable) => environment[variable])
  const known = set.length > 0 ? ` (${listed(set)} ${isOrAre(set)})` : ''
  return { reason: `${listed(unset)} ${isOrAre(unset)} not set${known}`, fix: `set ${listed(unset)}` }
}

/** What is missing to any of the routes. */
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

/** Converts word lists to sets for fast lookups. */
export function wordSets<Name extends string>(
  lists: Record<Name, readonly string[]>,
): Record<Name, ReadonlySet<string>> {
  const sets = Object.entries<readonly string[]>(lists).map(([name, words]) => [name, new Set(words)])
  return Object.fromEntries(sets)
}

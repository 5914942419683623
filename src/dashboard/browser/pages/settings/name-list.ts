/** Parses a list separated by commas or line breaks, without duplicates. */
export function namesIn(typed: string): string[] {
  const names = typed.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The inverse of {@link namesIn}. */
export function typedNames(names: readonly string[]): string {
  return names.join(', ')
}

/** The entries of a list that is typed with commas or line breaks between them, each once. */
export function namesIn(typed: string): string[] {
  const names = typed.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The inverse of {@link namesIn}. */
export function typedNames(names: readonly string[]): string {
  return names.join(', ')
}

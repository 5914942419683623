/**
 * Returns whether a text contains one of the names as whole words, in any letter case. Prompts that name the brand favor
 * it. The server decides with the rules of the extraction, which also know other spellings.
 */
export function namesBrand(text: string, names: readonly string[]): boolean {
  const padded = wordsOf(text)
  return names.some((name) => wordsOf(name).trim() !== '' && padded.includes(wordsOf(name)))
}

function wordsOf(text: string): string {
  return ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
}

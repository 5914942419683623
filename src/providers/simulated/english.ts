export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Adds `a` or `an` to an English noun, depending on its first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Removes the name that a sentence starts with, for use right after that name. Returns other sentences unchanged. */
export function withoutLeadingName(sentence: string, name: string): string {
  return sentence.startsWith(`${name} `) ? capitalize(sentence.slice(name.length + 1)) : sentence
}

/** Returns the entry after a given one, and the first entry after the last. */
export function nextInList(entry: string, entries: readonly string[]): string {
  return entries[(entries.indexOf(entry) + 1) % entries.length] ?? entry
}

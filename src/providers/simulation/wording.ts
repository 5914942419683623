/** The text with its first letter in upper case. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An English noun behind its indefinite article, judged by the first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** What is left of a sentence that starts with a name, for use right behind that name; other sentences as they are. */
export function behindName(sentence: string, name: string): string {
  return sentence.startsWith(`${name} `) ? capitalise(sentence.slice(name.length + 1)) : sentence
}

/** The entry behind another in a circular list. */
export function after(entry: string, entries: readonly string[]): string {
  return entries[(entries.indexOf(entry) + 1) % entries.length] ?? entry
}

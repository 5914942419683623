/** The text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An English noun with `a` or `an`, chosen by its first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** A sentence without the name it starts with, for use right behind that name; other sentences as they are. */
export function withoutLeadingName(sentence: string, name: string): string {
  return sentence.startsWith(`${name} `) ? capitalize(sentence.slice(name.length + 1)) : sentence
}

/** The entry after another one; the first after the last. */
export function nextInList(entry: string, entries: readonly string[]): string {
  return entries[(entries.indexOf(entry) + 1) % entries.length] ?? entry
}

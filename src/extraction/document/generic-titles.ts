import type { ListItem } from './document.ts'
import { listItem } from './list-builder.ts'

const MAX_GENERIC_TITLE_LENGTH = 80
/** First words of titles about choosing in general instead of about one option. */
const GENERIC =
  /^[^\p{L}\p{N}]*(?:overview|introduction|background|summary|in short|conclusion|verdict|final|bottom line|how|what|why|when|which|who|where|key|main|important|comparison|compar|tips?|faqs?|frequently|other|more|also|quick|my|our|recommend|recommendations?|sources|references|next|note|notes|things|factors|criteria|features|pros|cons|budget|price|pricing|top|best|honou?rable|alternatives?|hvad|hvilke[nt]?|hvordan|hvorfor|hvor|sådan|konklusion|opsummering|kort|andre|tips|bemærk|vigtigt?|anbefaling|welche[rs]?|was|wie|warum|fazit|tipps?|andere|empfehlung|kurzantwort)(?![\p{L}\p{N}])/iu

/**
 * True for a title that does not name an option: a question, "How to choose", "Conclusion", "Other options". It either
 * ends with a question mark or starts with a known English, Danish or German word.
 */
export function isGenericTitle(text: string, start: number, end: number): boolean {
  const title = text.slice(start, Math.min(end, start + MAX_GENERIC_TITLE_LENGTH))
  return title.trimEnd().replace(/\*+$/, '').endsWith('?') || GENERIC.test(title)
}

/** Creates an item that starts with its title. An item with a generic title is unranked. */
export function titledItem(text: string, start: number, end: number): ListItem {
  const item = listItem(start, end)
  return isGenericTitle(text, start, end) ? { ...item, unranked: true } : item
}

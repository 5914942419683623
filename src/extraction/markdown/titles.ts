const LONGEST_TITLE = 80
// Titles under which an answer speaks about choosing, not about one of the things to choose from.
const GENERIC =
  /^[^\p{L}\p{N}]*(?:overview|introduction|background|summary|in short|conclusion|verdict|final|bottom line|how|what|why|when|which|who|where|key|main|important|comparison|compar|tips?|faqs?|frequently|other|more|also|quick|my|our|recommend|recommendations?|sources|references|next|note|notes|things|factors|criteria|features|pros|cons|budget|price|pricing|top|best|honou?rable|alternatives?|hvad|hvilke[nt]?|hvordan|hvorfor|hvor|sådan|konklusion|opsummering|kort|andre|tips|bemærk|vigtigt?|anbefaling|welche[rs]?|was|wie|warum|fazit|tipps?|andere|empfehlung|kurzantwort)(?![\p{L}\p{N}])/iu

/**
 * True for a title that no thing to choose from bears: a question, "How to choose", "Conclusion", "Other options".
 * A known beginning or a question mark decides.
 */
export function isGenericTitle(text: string, start: number, end: number): boolean {
  const title = text.slice(start, Math.min(end, start + LONGEST_TITLE))
  return title.trimEnd().replace(/\*+$/, '').endsWith('?') || GENERIC.test(title)
}

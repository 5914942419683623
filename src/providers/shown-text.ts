/** Pictures that are written out in the text itself, thousands of characters each. */
const EMBEDDED_PICTURE = /!\[[^\]\n]*\]\(\s*<?data:[^)]*\)[^\S\n]?/g
/** What ChatGPT writes where its interface shows the label of a source. */
const HIDDEN_MARK = /\uE200[^\uE201\n]{0,400}\uE201/g
/** Letters of private use, which only a font of the interface has. */
const PRIVATE = /[\uE000-\uF8FF]/g
/** Words of the interface before an answer. */
const INTERFACE =
  /^\s*(#{1,6}\s+)?(give feedback|(chatgpt|copilot|gemini|grok|perplexity) said:?)[^\S\n]*\n+/i

/** The text of an answer that was read from a page, without what a person does not see there as text. */
export function shownText(text: string): string {
  return text
    .replace(EMBEDDED_PICTURE, '')
    .replace(HIDDEN_MARK, '')
    .replace(PRIVATE, '')
    .replace(INTERFACE, '')
}

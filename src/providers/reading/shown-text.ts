import { withoutPrivateMarks } from './private-marks.ts'

/** A picture that is written out in the text itself, thousands of characters. */
const PICTURE = String.raw`!\[[^\]\n]{0,300}\]\(\s{0,9}<?data:[^)\s!]*\)`
/** With one of the spaces where two would be left. */
const EMBEDDED_PICTURES = new RegExp(String.raw`(?<=^|[ \t])${PICTURE}[ \t]?|${PICTURE}`, 'gm')
/** Words of the interface before an answer. */
const INTERFACE =
  /^\s*(#{1,6}\s+)?(give feedback|(chatgpt|copilot|gemini|grok|perplexity) said:?)[^\S\n]*\n+/i

/** The text of an answer that was read from a page, without what a person does not see there as text. */
export function shownText(text: string): string {
  return withoutPrivateMarks(text).replace(EMBEDDED_PICTURES, '').replace(INTERFACE, '')
}

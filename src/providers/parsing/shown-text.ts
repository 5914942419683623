import { withoutPrivateMarks } from './private-marks.ts'

/** Matches an image embedded as a data URL, which has thousands of characters. */
const PICTURE = String.raw`!\[[^\]\n]{0,300}\]\(\s{0,9}<?data:[^)\s!]*\)`
/** Includes one adjacent space, so that no double space remains. */
const EMBEDDED_PICTURES = new RegExp(String.raw`(?<=^|[ \t])${PICTURE}[ \t]?|${PICTURE}`, 'gm')
/** Matches text of the interface before an answer. */
const INTERFACE =
  /^\s*(#{1,6}\s+)?(give feedback|(chatgpt|copilot|gemini|grok|perplexity) said:?)[^\S\n]*\n+/i

/** Returns the text of an answer as displayed on a page, without embedded images and text of the interface. */
export function shownText(text: string): string {
  return withoutPrivateMarks(text).replace(EMBEDDED_PICTURES, '').replace(INTERFACE, '')
}

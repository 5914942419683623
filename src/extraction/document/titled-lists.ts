import type { Line, ListBlock } from './document.ts'
import { titledItem } from './generic-titles.ts'
import { ListBuilder } from './list-builder.ts'

const MIN_PARAGRAPHS = 3
const MAX_TITLE_LENGTH = 60
const MIN_BODY_LENGTH = 40
const NO_TITLE_ENDS = '.!…:;,。！：'

/** Finds lists of paragraphs that each start with strong emphasis, separated only by their own text and bullets. */
export function findBoldLists(text: string, lines: readonly Line[]): ListBlock[] {
  const builder = new ListBuilder('bold')
  lines.forEach((line, index) => {
    if (line.kind === 'blank' || line.kind === 'divider') return
    if (line.kind === 'text' && line.bold) builder.add(titledItem(text, line.content, line.end), index)
    else if (line.kind === 'text' || (line.kind === 'item' && line.ordinal === null)) builder.extend(line)
    else builder.end()
  })
  return builder.finish(2)
}

/** True for a short line above sentences. */
function isTitle(text: string, line: Line, below: Line | undefined): boolean {
  if (below?.kind !== 'text' || below.end - below.content < MIN_BODY_LENGTH) return false
  if (line.bold || below.bold || line.end - line.content > MAX_TITLE_LENGTH) return false
  const title = text.slice(line.content, line.end)
  return !NO_TITLE_ENDS.includes(title.charAt(title.length - 1)) && !/^\p{Ll}+\s/u.test(title)
}

/**
 * Finds lists of three or more consecutive paragraphs that each have a short line above sentences. These are entries
 * with titles that lost their heading markers. The number of blank lines between them is the same; two or more count as
 * two.
 */
export function findTitledLists(text: string, lines: readonly Line[]): ListBlock[] {
  const builder = new ListBuilder('plain')
  let listGap = 0
  lines.forEach((line, index) => {
    const above = lines[index - 1]?.kind
    if (line.kind === 'blank') return
    if (line.kind === 'text' && above === 'text') builder.extend(line)
    else if (line.kind !== 'text' || !isTitle(text, line, lines[index + 1])) builder.end()
    else {
      const gap = above !== 'blank' ? 0 : lines[index - 2]?.kind === 'blank' ? 2 : 1
      if (builder.current && builder.current.items.length > 1 && gap !== listGap) builder.end()
      listGap = gap
      builder.add(titledItem(text, line.content, line.end), index)
    }
  })
  return builder.finish(MIN_PARAGRAPHS)
}

import type { Line, ListBlock } from './document.ts'
import { ListBuilder, listItem } from './list-builder.ts'

const MIN_PARAGRAPHS = 3
const MIN_PARAGRAPH_LENGTH = 60
/** Length of the opening of a paragraph, which usually names its subject, in UTF-16 code units. */
const MAX_OPENING_LENGTH = 60

/**
 * Finds runs of three or more paragraphs of prose, for example one per product. The first paragraph is unranked because
 * it usually introduces the others.
 */
export function findParagraphLists(lines: readonly Line[]): ListBlock[] {
  const builder = new ListBuilder('paragraphs')
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    const { content, end } = line
    const prose = line.kind === 'text' && !line.bold && end - content >= MIN_PARAGRAPH_LENGTH
    const alone = lines[index - 1]?.kind !== 'text' && lines[index + 1]?.kind !== 'text'
    if (prose && alone)
      builder.add(listItem(content, end, Math.min(end, content + MAX_OPENING_LENGTH)), index)
    else builder.end()
  })
  const lists = builder.finish(MIN_PARAGRAPHS)
  for (const [first] of lists.map(({ items }) => items)) if (first) first.unranked = true
  return lists
}

import { splitCollapsedTable } from './collapsed-tables.ts'
import type { Line, ListBlock, MarkdownDocument } from './document.ts'
import { findHeadingLists } from './heading-lists.ts'
import { findListsWithinLines } from './list-builder.ts'
import { findMarkedLists } from './marked-lists.ts'
import { findParagraphLists } from './paragraph-lists.ts'
import { findPlainLists } from './plain-lists.ts'
import { splitProductCards } from './product-cards.ts'
import { splitNumberedLine } from './same-line-lists.ts'
import { findTables } from './tables.ts'
import { findBoldLists, findTitledLists } from './titled-lists.ts'

/** True for a list that is one line with a gold medal. Without a second item, the medal is decoration and not a rank. */
function isDecoration(text: string, { items, line }: ListBlock, lines: readonly Line[]): boolean {
  const first = lines[line]
  return items.length === 1 && first !== undefined && text.slice(first.start, first.content).includes('🥇')
}

/**
 * Returns all lists of an answer in the wide sense, sorted by their first lines: marked lists (nested lists
 * separately), sibling headings, paragraphs that start in bold, unmarked lists, lists within one line, product cards,
 * tables (also collapsed ones) and paragraphs of prose.
 */
export function findLists(text: string, { lines }: MarkdownDocument): ListBlock[] {
  const plain = findPlainLists(text, lines)
  const marked = findMarkedLists(lines, new Set(plain.map(({ line }) => line)))
  const lists = [
    ...marked.filter((list) => !isDecoration(text, list, lines)),
    ...findListsWithinLines('ordered', splitNumberedLine, text, lines),
    ...findHeadingLists(text, lines),
    ...findBoldLists(text, lines),
    ...plain,
    ...findTitledLists(text, lines),
    ...findListsWithinLines('cards', splitProductCards, text, lines),
    ...findTables(text, lines),
    ...findListsWithinLines('table', splitCollapsedTable, text, lines),
    ...findParagraphLists(lines),
  ]
  return lists.sort((a, b) => a.line - b.line)
}

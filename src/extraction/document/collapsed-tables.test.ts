import { describe, expect, it } from 'vitest'
import { splitCollapsedTable } from './collapsed-tables.ts'
import type { Line, ListBlock } from './document.ts'
import { findListsWithinLines } from './list-builder.ts'
import { scanMarkdown } from './markdown.ts'
import { findParagraphLists } from './paragraph-lists.ts'

function findCollapsedTables(text: string, lines: readonly Line[]): ListBlock[] {
  return findListsWithinLines('table', splitCollapsedTable, text, lines)
}

function titles(reader: typeof findCollapsedTables, text: string): string[][] {
  return reader(text, scanMarkdown(text).lines).map(({ items }) =>
    items.map(({ title, unranked }) => `${unranked ? '~' : ''}${text.slice(title.start, title.end)}`),
  )
}

const FAST = 'Starts within a second, even with very large files open'
const CHEAP = 'Costs less than the others, and has all that a small team needs.'
const OLD = 'Has not been changed for years; the app is the slowest of all'

describe('splitCollapsedTable', () => {
  it('splits a table on one line into rows, with the first cell of each as the title', () => {
    expect(
      titles(
        findCollapsedTables,
        `ToolWhy it is goodAcme Write${FAST}Brio 2${CHEAP}Corvo XT${OLD}Delta Pad${FAST}`,
      ),
    ).toEqual([['~Tool', 'Acme Write', 'Brio 2', 'Corvo XT', 'Delta Pad']])
  })

  it('finds a name that touches a price or a year', () => {
    const text = `ModelPriceNotesAcme One~$30,000 and more with wheels${FAST}Brio Two$41,000${OLD}2026 Corvo~$20,000 at least${FAST}`
    expect(titles(findCollapsedTables, text)).toEqual([['ModelPriceNotesAcme One', 'Brio Two', '2026 Corvo']])
  })

  it('finds no rows in prose with camel-case names', () => {
    const prose =
      'He moved from YouTube to LinkedIn and then to GitHub, where McDonald met him. PayPal pays both. '
    expect(titles(findCollapsedTables, prose.repeat(4))).toEqual([])
  })
})

describe('findParagraphLists', () => {
  const paragraphs = (_: string, lines: Parameters<typeof findParagraphLists>[0]) => findParagraphLists(lines)
  const paragraph = (name: string) =>
    `${name} is quick, needs no account, and costs less than most of the others do.`

  it('treats three or more paragraphs of prose as a list, and the first as its introduction', () => {
    const text = ['All of them', 'Acme', 'Brio'].map(paragraph).join('\n\n')
    expect(
      findParagraphLists(scanMarkdown(text).lines).map(({ items }) => items.map(({ unranked }) => unranked)),
    ).toEqual([[true, undefined, undefined]])
    expect(titles(paragraphs, ['Acme', 'Brio'].map(paragraph).join('\n\n'))).toEqual([])
  })

  it('does not continue across wrapped lines, lists or headings', () => {
    const three = ['Acme', 'Brio', 'Corvo'].map(paragraph)
    expect(titles(paragraphs, three.join('\n'))).toEqual([])
    expect(titles(paragraphs, three.join('\n\n- x\n\n'))).toEqual([])
    expect(titles(paragraphs, three.join('\n\n## x\n\n'))).toEqual([])
  })
})

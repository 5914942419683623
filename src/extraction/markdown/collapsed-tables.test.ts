import { describe, expect, it } from 'vitest'
import { readCollapsedTables } from './collapsed-tables.ts'
import { scanMarkdown } from './markdown.ts'
import { readParagraphLists } from './paragraph-lists.ts'

function titles(reader: typeof readCollapsedTables, text: string): string[][] {
  return reader(text, scanMarkdown(text).lines).map(({ items }) =>
    items.map(({ title, unranked }) => `${unranked ? '~' : ''}${text.slice(title.start, title.end)}`),
  )
}

const FAST = 'Starts within a second, even with very large files open'
const CHEAP = 'Costs less than the others, and has all that a small team needs.'
const OLD = 'Has not been changed for years; the app is the slowest of all'

describe('readCollapsedTables', () => {
  it('reads the rows of a table in one line, each with its first cell as the title', () => {
    expect(
      titles(
        readCollapsedTables,
        `ToolWhy it is goodAcme Write${FAST}Brio 2${CHEAP}Corvo XT${OLD}Delta Pad${FAST}`,
      ),
    ).toEqual([['~Tool', 'Acme Write', 'Brio 2', 'Corvo XT', 'Delta Pad']])
  })

  it('begins a row before a price or a figure that touches the name', () => {
    const text = `ModelPriceNotesAcme One~$30,000 and more with wheels${FAST}Brio Two$41,000${OLD}2026 Corvo~$20,000 at least${FAST}`
    expect(titles(readCollapsedTables, text)).toEqual([['ModelPriceNotesAcme One', 'Brio Two', '2026 Corvo']])
  })

  it('has no rows in prose with names of several capitals', () => {
    const prose =
      'He moved from YouTube to LinkedIn and then to GitHub, where McDonald met him. PayPal pays both. '
    expect(titles(readCollapsedTables, prose.repeat(4))).toEqual([])
  })
})

describe('readParagraphLists', () => {
  const paragraphs = (_: string, lines: Parameters<typeof readParagraphLists>[0]) => readParagraphLists(lines)
  const paragraph = (name: string) =>
    `${name} is quick, needs no account, and costs less than most of the others do.`

  it('reads three or more paragraphs of prose as a list whose first one introduces it', () => {
    const text = ['All of them', 'Acme', 'Brio'].map(paragraph).join('\n\n')
    expect(
      readParagraphLists(scanMarkdown(text).lines).map(({ items }) => items.map(({ unranked }) => unranked)),
    ).toEqual([[true, undefined, undefined]])
    expect(titles(paragraphs, ['Acme', 'Brio'].map(paragraph).join('\n\n'))).toEqual([])
  })

  it('has no wrapped lines, lists or headings among its paragraphs', () => {
    const three = ['Acme', 'Brio', 'Corvo'].map(paragraph)
    expect(titles(paragraphs, three.join('\n'))).toEqual([])
    expect(titles(paragraphs, three.join('\n\n- x\n\n'))).toEqual([])
    expect(titles(paragraphs, three.join('\n\n## x\n\n'))).toEqual([])
  })
})

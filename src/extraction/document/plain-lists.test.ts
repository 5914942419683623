import { describe, expect, it } from 'vitest'
import { findListsWithinLines } from './list-builder.ts'
import { scanMarkdown } from './markdown.ts'
import { findPlainLists } from './plain-lists.ts'
import { splitProductCards } from './product-cards.ts'
import { findTitledLists } from './titled-lists.ts'

type Reader = typeof findPlainLists

function read(reader: Reader, text: string): string[][] {
  return reader(text, scanMarkdown(text).lines).map((list) =>
    list.items.map(({ start, end, unranked }) => `${unranked ? '~' : ''}${text.slice(start, end)}`),
  )
}

const cards: Reader = (text, lines) => findListsWithinLines('cards', splitProductCards, text, lines)
const plain = (text: string) => read(findPlainLists, text)

describe('findPlainLists', () => {
  it('treats three or more lines that start with names as a list, but not two', () => {
    expect(plain('A – one\nB – two\nC – three')).toEqual([['A – one', 'B – two', 'C – three']])
    expect(plain('A: one\nB (new): two\niC: three')).toEqual([['A: one', 'B (new): two', 'iC: three']])
    expect(plain('✅ Quick\n✅ Cheap\n✅ Safe')).toEqual([['✅ Quick', '✅ Cheap', '✅ Safe']])
    expect(plain('Acme\nBrio\nCorvo Two')).toEqual([['Acme', 'Brio', 'Corvo Two']])
    expect(plain('A – one\nB – two')).toEqual([])
  })

  it('keeps sentences between such lines as unranked items', () => {
    expect(plain('A – one\nB – two\nC – three\nMost of them have a free plan.')).toEqual([
      ['A – one', 'B – two', 'C – three', '~Most of them have a free plan.'],
    ])
  })

  it('ranks lines with a different or missing separator, but not a reply such as "Yes – …"', () => {
    expect(plain('A: one\nB – two\nC – three\nD – four')).toEqual([
      ['A: one', 'B – two', 'C – three', 'D – four'],
    ])
    expect(plain('A – one\nB two\nC – three\nD – four')).toEqual([
      ['A – one', 'B two', 'C – three', 'D – four'],
    ])
    expect(plain('Yes – there are some\nA – one\nB – two\nC – three')).toEqual([
      ['~Yes – there are some', 'A – one', 'B – two', 'C – three'],
    ])
  })

  it('does not rank a line that repeats the end of the previous line', () => {
    expect(plain('A – one. Good for teams.\nGood for teams.\nB – two\nC – three')).toEqual([
      ['A – one. Good for teams.', '~Good for teams.', 'B – two', 'C – three'],
    ])
  })

  it('treats five sentences of item length as a list', () => {
    const sentences = [
      'Reads mail aloud.',
      'Works offline.',
      'Costs nothing.',
      'Needs no account.',
      'Has an app.',
    ]
    expect(plain(sentences.join('\n'))).toHaveLength(1)
    expect(plain(sentences.slice(1).join('\n'))).toEqual([])
    expect(plain(Array(5).fill('A sentence of a paragraph goes on and on. '.repeat(6)).join('\n'))).toEqual(
      [],
    )
  })

  it('excludes the line that introduces a list and a heading above sentences', () => {
    expect(plain('These are good:\nA – one\nB – two\nC – three')).toEqual([
      ['A – one', 'B – two', 'C – three'],
    ])
    expect(plain('My pick\nI would take the second one, as it is cheap.\nIt is also quick.')).toEqual([])
  })

  it('treats lines separated by two blank lines as a list that ends at the next heading', () => {
    expect(
      plain('A – one\n\n\nB – two\n\n\nC – three\n\n\nWhat to check\n\n\nSize: x\n\n\nPrice: y\n\n\nTerm: z'),
    ).toEqual([
      ['A – one', 'B – two', 'C – three'],
      ['Size: x', 'Price: y', 'Term: z'],
    ])
  })

  it('treats paragraphs as a list only if all start in the same way', () => {
    expect(plain('A – one\n\nB – two\n\nC – three')).toEqual([['A – one', 'B – two', 'C – three']])
    expect(plain('Acme\n\nIt is quick.\n\nBrio\n\nIt is cheap.')).toEqual([])
  })

  it('does not treat wrapped prose as a list', () => {
    expect(plain('The first of them was founded in 1990\nand has been\nin business ever since\n.')).toEqual(
      [],
    )
    const wrapped = 'Acme has been in this business for many years and its prices, which'
    expect(plain(`${wrapped}\nare low, attract\nmany small firms that\ncannot pay more`)).toEqual([])
  })

  it('appends a continuation line to the previous item', () => {
    expect(plain('A – one\nB – two and\nstill two\nC – three\nD – four')).toEqual([
      ['A – one', 'B – two and\nstill two', 'C – three', 'D – four'],
    ])
  })
})

describe('findTitledLists', () => {
  const body = 'It is quick and cheap, and it works on every device that you own.'

  it('treats three or more short lines above sentences as items and leaves advice titles unranked', () => {
    expect(read(findTitledLists, `Acme\n${body}\n\nBrio\n${body}\n\nHow to choose\n${body}`)).toEqual([
      [`Acme\n${body}`, `Brio\n${body}`, `~How to choose\n${body}`],
    ])
  })

  it('ignores two such lines and paragraphs of sentences', () => {
    expect(read(findTitledLists, `Acme\n${body}\n\nBrio\n${body}`)).toEqual([])
    expect(read(findTitledLists, Array(4).fill(`It is good.\n${body}`).join('\n\n'))).toEqual([])
  })
})

describe('splitProductCards', () => {
  it('splits product cards that a page has joined', () => {
    expect(
      read(cards, 'Acme One$499.00•Shop + moreBrio 22.049,00 $•brio.com + moreCorvo99 €•The Shop'),
    ).toEqual([['Acme One$499.00•Shop + more', 'Brio 22.049,00 $•brio.com + more', 'Corvo99 €•The Shop']])
  })

  it('splits cards when the seller name is the only separator', () => {
    expect(read(cards, 'Acme 5$1•StoreBrio 6$2•Market')).toEqual([['Acme 5$1•Store', 'Brio 6$2•Market']])
  })

  it('ignores bullets without prices', () => {
    expect(read(cards, 'Fast • cheap • 3 sizes • from $5')).toEqual([])
  })
})

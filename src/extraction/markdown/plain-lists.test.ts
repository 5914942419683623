import { describe, expect, it } from 'vitest'
import { scanMarkdown } from './markdown.ts'
import { readPlainLists } from './plain-lists.ts'
import { readProductCards } from './same-line-lists.ts'
import { readTitledLists } from './titled-lists.ts'

type Reader = typeof readPlainLists

function read(reader: Reader, text: string): string[][] {
  return reader(text, scanMarkdown(text).lines).map((list) =>
    list.items.map(({ start, end, unranked }) => `${unranked ? '~' : ''}${text.slice(start, end)}`),
  )
}

const plain = (text: string) => read(readPlainLists, text)

describe('readPlainLists', () => {
  it('reads three or more lines that begin with names as a list, but not two', () => {
    expect(plain('A – one\nB – two\nC – three')).toEqual([['A – one', 'B – two', 'C – three']])
    expect(plain('A: one\nB (new): two\niC: three')).toEqual([['A: one', 'B (new): two', 'iC: three']])
    expect(plain('✅ Quick\n✅ Cheap\n✅ Safe')).toEqual([['✅ Quick', '✅ Cheap', '✅ Safe']])
    expect(plain('Acme\nBrio\nCorvo Two')).toEqual([['Acme', 'Brio', 'Corvo Two']])
    expect(plain('A – one\nB – two')).toEqual([])
  })

  it('keeps sentences between such lines as items without a rank', () => {
    expect(plain('A – one\nB – two\nC – three\nMost of them have a free plan.')).toEqual([
      ['A – one', 'B – two', 'C – three', '~Most of them have a free plan.'],
    ])
  })

  it('ranks lines whose separator differs from the others, or is lost, but not the answer to the question above them', () => {
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

  it('does not rank a line that repeats the end of the one above it', () => {
    expect(plain('A – one. Good for teams.\nGood for teams.\nB – two\nC – three')).toEqual([
      ['A – one. Good for teams.', '~Good for teams.', 'B – two', 'C – three'],
    ])
  })

  it('reads five sentences of item length as a list', () => {
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

  it('leaves out the line that introduces a list, and the heading above sentences', () => {
    expect(plain('These are good:\nA – one\nB – two\nC – three')).toEqual([
      ['A – one', 'B – two', 'C – three'],
    ])
    expect(plain('My pick\nI would take the second one, as it is cheap.\nIt is also quick.')).toEqual([])
  })

  it('reads lines that are all separated by two blank lines as a list that ends at the next heading', () => {
    expect(
      plain('A – one\n\n\nB – two\n\n\nC – three\n\n\nWhat to check\n\n\nSize: x\n\n\nPrice: y\n\n\nTerm: z'),
    ).toEqual([
      ['A – one', 'B – two', 'C – three'],
      ['Size: x', 'Price: y', 'Term: z'],
    ])
  })

  it('reads paragraphs as a list only if all begin in the same way', () => {
    expect(plain('A – one\n\nB – two\n\nC – three')).toEqual([['A – one', 'B – two', 'C – three']])
    expect(plain('Acme\n\nIt is quick.\n\nBrio\n\nIt is cheap.')).toEqual([])
  })

  it('does not read prose with line breaks as a list', () => {
    expect(plain('The first of them was founded in 1990\nand has been\nin business ever since\n.')).toEqual(
      [],
    )
    const wrapped = 'Acme has been in this business for many years and its prices, which'
    expect(plain(`${wrapped}\nare low, attract\nmany small firms that\ncannot pay more`)).toEqual([])
  })

  it('appends a continuation line to the item before it', () => {
    expect(plain('A – one\nB – two and\nstill two\nC – three\nD – four')).toEqual([
      ['A – one', 'B – two and\nstill two', 'C – three', 'D – four'],
    ])
  })
})

describe('readTitledLists', () => {
  const body = 'It is quick and cheap, and it works on every device that you own.'

  it('reads three or more short lines with sentences below them as items, without ranks for those about how to choose', () => {
    expect(read(readTitledLists, `Acme\n${body}\n\nBrio\n${body}\n\nHow to choose\n${body}`)).toEqual([
      [`Acme\n${body}`, `Brio\n${body}`, `~How to choose\n${body}`],
    ])
  })

  it('does not read two such lines, nor paragraphs of sentences', () => {
    expect(read(readTitledLists, `Acme\n${body}\n\nBrio\n${body}`)).toEqual([])
    expect(read(readTitledLists, Array(4).fill(`It is good.\n${body}`).join('\n\n'))).toEqual([])
  })
})

describe('readProductCards', () => {
  it('separates product cards that a page has joined', () => {
    expect(
      read(readProductCards, 'Acme One$499.00•Shop + moreBrio 22.049,00 $•brio.com + moreCorvo99 €•The Shop'),
    ).toEqual([['Acme One$499.00•Shop + more', 'Brio 22.049,00 $•brio.com + more', 'Corvo99 €•The Shop']])
  })

  it('separates them also when a seller name is the only separator', () => {
    expect(read(readProductCards, 'Acme 5$1•StoreBrio 6$2•Market')).toEqual([
      ['Acme 5$1•Store', 'Brio 6$2•Market'],
    ])
  })

  it('does not read bullets without prices', () => {
    expect(read(readProductCards, 'Fast • cheap • 3 sizes • from $5')).toEqual([])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { TrackedEntity } from './observation.ts'

// Many answers are read here; a slow machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const entities: TrackedEntity[] = [
  { name: 'Acme', aliases: ['Acme Cloud', 'Acme Cloud Pro Max'] },
  { name: 'Nestlé' },
  { name: 'ソニー' },
  { name: 'Coca-Cola' },
  { name: 'Booking.com' },
  { name: 'Target' },
  { name: 'Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' },
  { name: 'co co co co co co co co ca' },
]

/** What is repeated: ordinary answers, and what readers of text have come to grief over. */
const UNITS: readonly [what: string, unit: string][] = [
  ['an answer', '1. **Acme** – fast, but [Nestlé](https://n.com) is better. See acme.com.\n   - ok\n\n'],
  ['one endless sentence', 'Acme is not the best choice and I recommend no information about Nestlé '],
  ['denials', 'I could not find any information about '],
  ['cue words', 'best better than not recommend worth choose avoid over '],
  ['an ordinary word as a name', 'target '],
  ['an ordinary word with its capital', 'Target, '],
  ['names', 'Acme '],
  ['beginnings of a name', 'Acme Cloud Pro '],
  ['letters of a name', 'a'],
  ['words of a name', 'co '],
  ['emphasis inside a name', 'Ac**'],
  ['names of scripts without spaces', 'ソニ'],
  ['marks over a letter', 'e\u0301\u0327'],
  ['invisible characters', '\u200b'],
  ['halves of characters', '\ud800'],
  ['opening brackets', '['],
  ['closing brackets', ']'],
  ['link openings', ']('],
  ['unclosed links', '[Acme]('],
  ['footnotes', '[^1]'],
  ['source marks', '【1†x】'],
  ['parentheses', '('],
  ['back ticks', '`'],
  ['back ticks of two sizes', '` `` '],
  ['asterisks', '*'],
  ['underscores', '_'],
  ['bars', '|'],
  ['backslashes', '\\'],
  ['angles', '<'],
  ['tags', '<a <https://x '],
  ['entities', '&amp;'],
  ['colons', '://'],
  ['addresses', 'https://acme.com/(a '],
  ['dots', 'a.b.'],
  ['e-mail signs', 'a@'],
  ['fences', '```\n'],
  ['headings', '# '],
  ['quotations', '> '],
  ['nested items', '\n - Acme'],
  ['ever deeper items', '\n\t- Acme'],
  ['numbers', '1. '],
  ['rows', '\n| Acme | Nestlé |'],
  ['dividers', '|---'],
  ['dashes', '-'],
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['other line breaks', ' \r\n'],
  ['apostrophes', "'"],
  ['ends of sentences', '. '],
  ['questions', 'Acme? '],
  ['prices', 'Acme Cloud1.299,00 $'],
  ['right to left', '\u202eشركة Acme '],
  ['emoji', '✅\ufe0f👩\u200d💻'],
]

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** The longest stretch any regular expression may be given. */
const LONGEST = 4_000

interface Work {
  /** Characters asked for one by one, cut out, or given to a regular expression. */
  characters: number
  /** The longest text a regular expression was given, and which. */
  longest: number
  expression: string
}

/** Counts what reading a text costs: a measure that no slow machine disturbs. */
function workOf(text: string, tracked: readonly TrackedEntity[] = entities): Work {
  const work: Work = { characters: 0, longest: 0, expression: '' }
  const { charCodeAt, charAt, slice } = String.prototype
  const { exec } = RegExp.prototype
  String.prototype.charCodeAt = function (at) {
    work.characters += 1
    return charCodeAt.call(this, at)
  }
  String.prototype.charAt = function (at) {
    work.characters += 1
    return charAt.call(this, at)
  }
  String.prototype.slice = function (start, end) {
    const cut = slice.call(this, start, end)
    work.characters += cut.length
    return cut
  }
  RegExp.prototype.exec = function (input) {
    // A search that goes on from where it was reads the rest.
    const length = input.length - (this.global ? this.lastIndex : 0)
    work.characters += length
    if (length > work.longest) {
      work.longest = length
      work.expression = this.source
    }
    return exec.call(this, input)
  }
  try {
    extract({ text, entities: tracked })
  } finally {
    Object.assign(String.prototype, { charCodeAt, charAt, slice })
    RegExp.prototype.exec = exec
  }
  return work
}

describe('reading an answer', () => {
  it.each(UNITS)('is at most twelve times the work for ten times %s', (_, unit) => {
    const warm = workOf(unit)
    const small = workOf(repeat(unit, 2_000)).characters - warm.characters
    const large = workOf(repeat(unit, 20_000)).characters - warm.characters
    expect(large / small).toBeLessThan(12)
  })

  it.each(UNITS)('gives no regular expression more than a fixed stretch of %s', (_, unit) => {
    // Whatever it does with that stretch, backtracking cannot grow with the text.
    for (const before of ['', '- ', '1. **', '| ', '[x]: ', 'Target ']) {
      const { longest, expression } = workOf(before + repeat(unit, LONGEST * 2))
      expect(`${longest > LONGEST ? expression : ''}`).toBe('')
    }
  })

  it.each(UNITS)('comes to an end for a hundred thousand characters of %s', (_, unit) => {
    expect(extract({ text: repeat(unit, 100_000), entities }).entities).toHaveLength(entities.length)
  })

  it('comes to an end for a megabyte of all of it', () => {
    const text = repeat(UNITS.map(([, unit]) => repeat(unit, 300)).join('\n\n'), 1_000_000)
    expect(extract({ text, entities }).mentions.length).toBeGreaterThan(1_000)
  })

  it('is no more work for five hundred names than for twenty, though they begin alike', () => {
    const text = repeat('Norvella Board and Norvella Boat are not Norvella Boards, nor norvel.\n', 20_000)
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `Norvella Boards ${index}` }))
    const few = workOf(text, many.slice(0, 20)).characters - workOf('', many.slice(0, 20)).characters
    const all = workOf(text, many).characters - workOf('', many).characters
    expect(all / few).toBeLessThan(1.2)
  })
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import { clusterEnd, foldCluster } from './fold.ts'
import type { Extraction } from './observation.ts'

const entities = [
  { name: 'Acme', aliases: ['Acme Cloud'] },
  { name: 'Nestlé' },
  { name: 'ソニー' },
  { name: 'Coca-Cola' },
  { name: 'Booking.com' },
]

function fold(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at)
    folded += foldCluster(text, at, end)
    at = end
  }
  return folded.replace(/[\s\u2010-\u2013\u2212-]+/g, ' ')
}

const names = new Set(entities.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]).map(fold))
const piece = fc.oneof(
  fc.constantFrom(
    'Acme',
    'ACME cloud',
    'Nestle\u0301',
    'ソニー',
    'coca\u00a0cola',
    'booking.com',
    "'s ",
    ' is better than ',
    '\n1. ',
    '\n- ',
    '\n## 2. ',
    '**',
    '`',
    '```\n',
    '\n| ',
    ' | ',
    '|---|',
    '[',
    '](https://acme.com/',
    ')',
    ' best choice ',
    " I'm not aware of ",
    '. ',
    '? ',
    '\u202eabc\u202c',
    '\u200b',
    'أكمي ',
    'é',
    '😀',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const answer = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

function checkSpans(text: string, { mentions, lists, citations, entities: observed }: Extraction): void {
  let last = 0
  for (const { start, end } of mentions) {
    expect(names).toContain(fold(text.slice(start, end)))
    expect(start).toBeGreaterThanOrEqual(last)
    last = end
  }
  const spans = [
    ...lists.flatMap((list) => list.items),
    ...citations.flatMap((citation) => citation.spans),
    ...observed.flatMap((entity) => entity.recommendation.evidence ?? []),
  ]
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThanOrEqual(text.length)
  }
}

/** How often the reading asks for a character: a measure of work that no slow machine disturbs. */
function charactersRead(text: string): number {
  const spies = [vi.spyOn(String.prototype, 'charCodeAt'), vi.spyOn(String.prototype, 'charAt')]
  extract({ text, entities })
  const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return count
}

describe('extract', () => {
  it('gives spans that slice to the name as written, whatever the text', () => {
    fc.assert(
      fc.property(answer, (text) => checkSpans(text, extract({ text, entities }))),
      { numRuns: 400 },
    )
  })

  it('says the same twice', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expect(extract({ text, entities })).toEqual(extract({ text, entities }))
      }),
    )
  })

  it('says the same of an entity whether or not another one that is absent is tracked too', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const alone = extract({ text, entities })
        const more = extract({
          text,
          entities: [...entities, { name: 'Quuxwerk', domains: ['quuxwerk.com'] }],
        })
        expect({ ...more, entities: more.entities.slice(0, -1) }).toEqual(alone)
      }),
    )
  })

  it('never throws, on any string as text, name or address', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(anything, anything, anything, (text, name, url) => {
        const given = [{ name, aliases: [text.slice(0, 5)], domains: [url] }]
        expect(() =>
          extract({ text, entities: given, citations: [{ url, spans: [{ start: -1, end: 3 }] }] }),
        ).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['opening brackets', '['],
    ['link openings', ']('],
    ['links', '[Acme](https://acme.com/x) '],
    ['back ticks', '` `` '],
    ['angles', '<a <https://x '],
    ['names', 'Acme '],
    ['names and words', 'Acme recommend best choice good but '],
    ['dots', 'a.b.'],
    ['marks', 'e\u0301\u0327'],
    ['nested items', '\n - Acme'],
    ['rows', '\n| Acme | Nestlé |'],
    ['right to left', '\u202eشركة Acme '],
    ['spaces', '   '],
    ['quotations', '> '],
  ])('reads a megabyte of %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    checkSpansLoosely(extract({ text, entities }))
  })

  it.each([
    [
      'an ordinary answer',
      '1. **Acme** – fast, but [Nestlé](https://n.com) is better. See acme.com.\n   - ok\n\n',
    ],
    ['one endless sentence', 'Acme is not the best choice and I recommend no information about Nestlé '],
    ['unclosed brackets', '[Acme]('],
    ['invisible characters', '\u200b'],
  ])('reads at most about twelve times as many characters for ten times %s', (_, unit) => {
    const small = charactersRead(unit.repeat(200))
    const large = charactersRead(unit.repeat(2000))
    expect(large / small).toBeLessThan(12)
  })

  it('counts, orders and denies consistently', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const { mentions, entities: observed } = extract({ text, entities })
        const positions = observed.flatMap(({ position }) => position ?? []).sort()
        expect(positions).toEqual(positions.map((_, index) => index + 1))
        observed.forEach((entity, index) => {
          const own = mentions.filter((mention) => mention.entity === index)
          const real = own.filter((mention) => !mention.denied)
          expect(entity.mentionCount).toBe(real.length)
          expect(entity.mentioned).toBe(real.length > 0)
          expect(entity.denied).toBe(real.length === 0 && own.length > 0)
          expect(entity.firstOffset).toBe(real[0]?.start ?? null)
        })
      }),
    )
  })
})

function checkSpansLoosely({ mentions }: Extraction): void {
  for (let index = 1; index < mentions.length; index += 1) {
    if ((mentions[index]?.start ?? 0) < (mentions[index - 1]?.end ?? 0)) throw new Error('mentions overlap')
  }
}

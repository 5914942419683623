import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction, Span, TrackedEntity } from './observation.ts'
import { clusterEnd, foldCluster } from './text/fold.ts'

// Many answers are read here; a slow machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const entities: TrackedEntity[] = [
  { name: 'Acme', aliases: ['Acme Cloud'] },
  { name: 'Nestlé' },
  { name: 'ソニー' },
  { name: 'Coca-Cola' },
  { name: 'Booking.com' },
  { name: 'أرامكو' },
  { name: 'Target' },
]

const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu

function fold(text: string): string {
  const bare = text.replace(INVISIBLE, '')
  let folded = ''
  for (let at = 0; at < bare.length; ) {
    const end = clusterEnd(bare, at)
    folded += foldCluster(bare, at, end)
    at = end
  }
  return folded.replace(/\*+/g, '').replace(/[\s\u2010-\u2013\u2212-]+/g, ' ')
}

const names = new Set(
  entities.flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].flatMap((one) => [fold(one), fold(one).replaceAll(' ', '')]),
  ),
)
const PIECES = [
  'Acme',
  'ACME cloud',
  'AcmeCloud',
  'Ac**me**',
  'Nestle\u0301',
  'Nest\u00adlé',
  'ソニー',
  'coca\u00a0cola',
  'booking.com',
  'وأرامكو',
  'أَرَامْكُو',
  ' Target ',
  "'s ",
  's ',
  ' is better than ',
  '\n1. ',
  '\n- ',
  '\n## 2. ',
  '\r\n',
  '  \n',
  '\t',
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
  'é',
  'e\u0301',
  'שָׁלוֹם ',
  '👩\u200d💻',
  '✅\ufe0f',
  '🇩🇰',
]
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 }))
const answer = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(piece, fc.constantFrom('\ud800', '\udc00', '\ufeff')), { maxLength: 30 })
    .map((pieces) => pieces.join('')),
)

function spansOf({ mentions, lists, citations, comparisons, entities: observed }: Extraction): Span[] {
  return [
    ...mentions,
    ...mentions.map(({ evidence }) => evidence),
    ...comparisons,
    ...lists.flatMap((list) => list.items),
    ...citations.flatMap((citation) => citation.spans),
    ...observed.flatMap((entity) => entity.recommendation.evidence ?? []),
  ]
}

function checkInRange(text: string, extraction: Extraction): void {
  for (const { start, end } of spansOf(extraction)) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThanOrEqual(text.length)
  }
}

describe('every span', () => {
  it('of a mention slices to the name as written; mentions come in order and do not overlap', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const extraction = extract({ text, entities })
        checkInRange(text, extraction)
        let last = 0
        for (const { start, end } of extraction.mentions) {
          expect(names).toContain(fold(text.slice(start, end)))
          expect(start).toBeGreaterThanOrEqual(last)
          last = end
        }
      }),
      { numRuns: 400 },
    )
  })

  it('begins and ends between characters as people see them', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(answer, (text) => {
        const boundaries = new Set([text.length])
        for (const { index } of segmenter.segment(text)) boundaries.add(index)
        for (const { start, end } of spansOf(extract({ text, entities }))) {
          expect(boundaries).toContain(start)
          expect(boundaries).toContain(end)
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('an extraction', () => {
  it('is the same twice', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expect(extract({ text, entities })).toEqual(extract({ text, entities }))
      }),
    )
  })

  it('never fails, on any string as text, name, alias, domain or address', () => {
    fc.assert(
      fc.property(anyString, anyString, anyString, (text, name, url) => {
        const given = [{ name, aliases: [text.slice(0, 5)], domains: [url] }]
        const citations = [{ url, spans: [{ start: -1, end: 3 }] }]
        checkInRange(text, extract({ text, entities: given, citations }))
      }),
      { numRuns: 500 },
    )
  })

  it('is that of the entities given, whatever was read before', () => {
    const text = 'Acme and Nestlé'
    const changing = [{ name: 'Acme' }]
    expect(extract({ text, entities: changing }).mentions).toHaveLength(1)
    changing.push({ name: 'Nestlé' })
    expect(extract({ text, entities: changing }).mentions).toHaveLength(2)
    changing.pop()
    expect(extract({ text, entities: changing }).entities).toHaveLength(1)
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

/** An extraction as if an entity had not been tracked. */
function without(extraction: Extraction, place: number): Extraction {
  const moved = (entity: number) => (entity > place ? entity - 1 : entity)
  return {
    ...extraction,
    mentions: extraction.mentions.map((mention) => ({ ...mention, entity: moved(mention.entity) })),
    entities: extraction.entities.toSpliced(place, 1),
    citations: extraction.citations.map((one) => ({
      ...one,
      owner: one.owner === null ? null : moved(one.owner),
    })),
    lists: extraction.lists.map(({ items }) => ({
      items: items.map((item) => ({ ...item, entities: item.entities.map(moved) })),
    })),
    comparisons: extraction.comparisons.map((one) => ({
      ...one,
      better: moved(one.better),
      worse: moved(one.worse),
    })),
  }
}

describe('tracking an entity that the answer does not name', () => {
  const stranger = fc.oneof(
    fc.constantFrom(
      'Quuxwerk',
      'Acme Cloud Pro',
      'Acme https',
      'Acme acme',
      'Coca',
      'Cola',
      'Nest',
      'Acm',
      'target',
      'Best Choice',
    ),
    fc
      .array(fc.constantFrom('Acme', 'Cloud', 'Coca', '-', ' ', 'ソ', 'ニー', 's', '1', 'booking', '.com'), {
        maxLength: 5,
      })
      .map((parts) => parts.join('')),
    fc.string({ maxLength: 4 }),
  )
  it('changes nothing for the others, whatever it is called and wherever it stands in the list', () => {
    fc.assert(
      fc.property(answer, stranger, fc.nat(entities.length), (text, name, place) => {
        const tracked: TrackedEntity[] = entities.toSpliced(place, 0, { name, domains: ['quuxwerk.com'] })
        const more = extract({ text, entities: tracked })
        fc.pre(!more.mentions.some((mention) => mention.entity === place))
        expect(without(more, place)).toEqual(extract({ text, entities }))
      }),
      { numRuns: 500 },
    )
  })
})

/** Where each UTF-16 unit of a text stands once noise is put into it. */
function noisy(text: string, choose: () => number): { text: string; at: number[] } {
  const at: number[] = []
  let written = ''
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index)
    at.push(written.length)
    const inWords = unit === ' ' && /[^\s>]/.test(text.charAt(index - 1))
    if (inWords && choose() % 3 === 0) {
      written += ['  ', '\u00a0', '\t', ' \u202f ', '\u3000', ' '][choose() % 6]
    } else if (unit === '\n' && text.charAt(index - 1) !== '\r' && choose() % 3 === 0) {
      const before = ['', ' ', '  ', '\t', '\u00a0'][choose() % 5] ?? ''
      at[index] = written.length + before.length
      written += before + (['\n', '\r\n', '\u2028'][choose() % 3] ?? '')
    } else written += unit
    const insideWord = /[a-z]/i.test(unit) && /[a-z]/i.test(text.charAt(index + 1))
    if (insideWord && choose() % 9 === 0)
      written += ['\u00ad', '\u200d', '\u200b', '\u2060', '\ufeff'][choose() % 5]
  }
  return { text: written, at }
}

/** An extraction without its offsets into the answer. */
function claims({ mentions, entities: observed, citations, lists, comparisons }: Extraction) {
  return {
    mentions: mentions.map(({ entity, denied, sentiment, score }) => ({ entity, denied, sentiment, score })),
    entities: observed.map(
      ({ firstOffset: _, recommendation: { evidence: __, ...recommendation }, ...entity }) => ({
        ...entity,
        recommendation,
      }),
    ),
    citations: citations.map(({ url, position, owner }) => ({ url, position, owner })),
    lists: lists.map(({ items }) => items.map((item) => item.entities)),
    comparisons: comparisons.map(({ better, worse }) => ({ better, worse })),
  }
}

describe('noise of writing', () => {
  it('changes no claim and moves every span with its text', () => {
    fc.assert(
      fc.property(answer, fc.infiniteStream(fc.nat(1000)), (text, stream) => {
        const noise = noisy(text, () => stream.next().value ?? 0)
        const plain = extract({ text, entities })
        const found = extract({ text: noise.text, entities })
        expect(claims(found)).toEqual(claims(plain))
        const moved = spansOf(found)
        spansOf(plain).forEach((span, index) => {
          expect(moved[index]?.start).toBe(noise.at[span.start] ?? noise.text.length)
          if (span.end === span.start) return
          const last = (noise.at[span.end - 1] ?? 0) + 1
          const rest = noise.text.slice(last, moved[index]?.end)
          expect(rest.replace(INVISIBLE, '')).toBe('')
        })
      }),
      { numRuns: 400 },
    )
  })
})

describe('indentation', () => {
  it('by a tab is that by four spaces', () => {
    const text = '1. Acme\n    - Nestlé is good\n    - Coca-Cola\n2. ソニー\n> \tAcme'
    const tabbed = text.replaceAll('    ', '\t')
    expect(claims(extract({ text: tabbed, entities }))).toEqual(claims(extract({ text, entities })))
    expect(claims(extract({ text, entities })).lists).toHaveLength(2)
  })
})

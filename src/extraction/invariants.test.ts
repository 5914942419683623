import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction, TrackedEntity } from './foundation/observation.ts'
import { answer, entities, piece, spansOf } from './sample-answers.ts'
import { clusterEnd, foldCluster } from './text/fold.ts'

// Property tests with many answers: slow machines need more time.
vi.setConfig({ testTimeout: 60_000 })

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
    [name, ...aliases].flatMap((spelling) => [fold(spelling), fold(spelling).replaceAll(' ', '')]),
  ),
)
const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(piece, fc.constantFrom('\ud800', '\udc00', '\ufeff')), { maxLength: 30 })
    .map((pieces) => pieces.join('')),
)

function checkInRange(text: string, extraction: Extraction): void {
  for (const { start, end } of spansOf(extraction)) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThanOrEqual(text.length)
  }
}

describe('every span', () => {
  it('of a mention covers the name as written, and mentions are in order and overlap only if nested', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const extraction = extract({ text, entities })
        checkInRange(text, extraction)
        let last = { start: 0, end: 0 }
        for (const { start, end } of extraction.mentions) {
          expect(names).toContain(fold(text.slice(start, end)))
          const inside = start >= last.start && end <= last.end
          expect(inside || start >= last.end).toBe(true)
          if (!inside) last = { start, end }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('starts and ends at grapheme boundaries', () => {
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
  it('is deterministic', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expect(extract({ text, entities })).toEqual(extract({ text, entities }))
      }),
    )
  })

  it('never throws for any text, name, alias, domain or URL', () => {
    fc.assert(
      fc.property(anyString, anyString, anyString, (text, name, url) => {
        const given = [{ name, aliases: [text.slice(0, 5)], domains: [url] }]
        const citations = [{ url, spans: [{ start: -1, end: 3 }] }]
        checkInRange(text, extract({ text, entities: given, citations }))
      }),
      { numRuns: 500 },
    )
  })

  it('depends only on the given entities, not on earlier calls', () => {
    const text = 'Acme and Nestlé'
    const changing = [{ name: 'Acme' }]
    expect(extract({ text, entities: changing }).mentions).toHaveLength(1)
    changing.push({ name: 'Nestlé' })
    expect(extract({ text, entities: changing }).mentions).toHaveLength(2)
    changing.pop()
    expect(extract({ text, entities: changing }).entities).toHaveLength(1)
  })

  it('has consistent counts, positions and denials', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const { mentions, entities: observed } = extract({ text, entities })
        const positions = observed.flatMap(({ position }) => position ?? []).sort()
        expect(positions).toEqual(positions.map((_, index) => index + 1))
        observed.forEach((entity, index) => {
          const entityMentions = mentions.filter((mention) => mention.entity === index)
          const real = entityMentions.filter((mention) => !mention.denied)
          expect(entity.mentionCount).toBe(real.length)
          expect(entity.mentioned).toBe(real.length > 0)
          expect(entity.denied).toBe(real.length === 0 && entityMentions.length > 0)
          expect(entity.firstOffset).toBe(real[0]?.start ?? null)
        })
      }),
    )
  })
})

/** Returns the extraction without one entity, as if it had not been tracked. */
function without(extraction: Extraction, removed: number): Extraction {
  const moved = (entity: number) => (entity > removed ? entity - 1 : entity)
  return {
    ...extraction,
    mentions: extraction.mentions.map((mention) => ({ ...mention, entity: moved(mention.entity) })),
    entities: extraction.entities.toSpliced(removed, 1),
    citations: extraction.citations.map((citation) => ({
      ...citation,
      owner: citation.owner === null ? null : moved(citation.owner),
    })),
    lists: extraction.lists.map(({ items }) => ({
      items: items.map((item) => ({ ...item, entities: item.entities.map(moved) })),
    })),
    comparisons: extraction.comparisons.map((comparison) => ({
      ...comparison,
      better: moved(comparison.better),
      worse: moved(comparison.worse),
    })),
  }
}

describe('tracking an entity that the answer does not mention', () => {
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
  it('does not change the other entities, regardless of its name and index', () => {
    fc.assert(
      fc.property(answer, stranger, fc.nat(entities.length), (text, name, index) => {
        const tracked: TrackedEntity[] = entities.toSpliced(index, 0, { name, domains: ['quuxwerk.com'] })
        const withStranger = extract({ text, entities: tracked })
        fc.pre(!withStranger.mentions.some((mention) => mention.entity === index))
        expect(without(withStranger, index)).toEqual(extract({ text, entities }))
      }),
      { numRuns: 500, examples: [['AcmeAcme𐀀', 'Acme acme', 0]] },
    )
  })
})

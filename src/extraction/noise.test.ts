import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction } from './foundation/observation.ts'
import { answer, entities, spansOf } from './sample-answers.ts'

// Property tests with many answers: slow machines need more time.
vi.setConfig({ testTimeout: 60_000 })

const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu

/** Adds noise to the text. `at` has the new offset of each UTF-16 code unit. */
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

/** Returns an extraction without its offsets. */
function claims({ mentions, entities: observed, citations, lists, comparisons, discovered }: Extraction) {
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
    discovered: discovered.map(({ mentionCount, strength, rank }) => ({ mentionCount, strength, rank })),
  }
}

describe('typographic noise (spaces, line breaks, invisible characters)', () => {
  it('changes only the offsets', () => {
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
  it('with a tab equals four spaces', () => {
    const text = '1. Acme\n    - Nestlé is good\n    - Coca-Cola\n2. ソニー\n> \tAcme'
    const tabbed = text.replaceAll('    ', '\t')
    expect(claims(extract({ text: tabbed, entities }))).toEqual(claims(extract({ text, entities })))
    expect(claims(extract({ text, entities })).lists).toHaveLength(2)
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import type { Extraction, Span } from './foundation/observation.ts'

interface Answer {
  text: string
  targets?: { name: string }[]
}

function answers(set: string): Answer[] | null {
  const path = `../shared/data/${set}/dev.jsonl`
  if (!existsSync(path)) {
    console.info(`skipped: ${path} is not here`)
    return null
  }
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'")
    .toLowerCase()
}

describe('extraction from real assistant answers', () => {
  const products = answers('ai_chatgpt_products')
  it.skipIf(!products)('finds at least 90 % of the products that an exact search finds', () => {
    let total = 0
    let exact = 0
    let found = 0
    let both = 0
    for (const { text, targets = [] } of products ?? []) {
      const entities = [...new Set(targets.map(({ name }) => name))].map((name) => ({ name }))
      const observed = extract({ text, entities }).entities
      for (const { name, mentioned } of observed) {
        const literal = text.includes(name)
        total += 1
        exact += literal ? 1 : 0
        found += mentioned ? 1 : 0
        both += literal && mentioned ? 1 : 0
      }
    }
    const share = (part: number, whole: number) => (part / whole).toFixed(3)
    console.info(
      `products: recall ${share(found, total)}, exact search ${share(exact, total)}, of exact ${share(both, exact)}`,
    )
    expect(both / exact).toBeGreaterThanOrEqual(0.9)
  })

  const dairy = answers('ai_dk_dairy')
  it.skipIf(!dairy)('keeps offsets correct in Danish Markdown', () => {
    const names = [
      'Arla',
      'Thise',
      'Løgismose',
      'Naturmælk',
      'Them',
      'Oatly',
      'Naturli’',
      'Lurpak',
      'Netto',
      'Rema 1000',
    ]
    let named = 0
    for (const { text } of dairy ?? []) {
      const { mentions, lists } = extract({ text, entities: names.map((name) => ({ name })) })
      for (const { start, end, entity } of mentions) {
        expect(`${plain(names[entity] ?? '')} `).toMatch(new RegExp(`^${plain(text.slice(start, end))}`))
      }
      named += mentions.length > 0 ? 1 : 0
      for (const { start, end } of lists.flatMap((list) => list.items))
        expect(end).toBeGreaterThanOrEqual(start)
    }
    expect(named).toBeGreaterThan(0)
  })
})

/** Returns the first capitalized words of the answer, alone and in pairs. */
function namesIn(text: string): { name: string }[] {
  const written = text.match(/\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)?/gu) ?? []
  return [...new Set(written)].slice(0, 20).map((name) => ({ name }))
}

function spansOf({ mentions, lists, entities, citations }: Extraction): Span[] {
  const evidence = entities.flatMap((entity) => entity.recommendation.evidence ?? [])
  const given = [...citations.flatMap(({ spans }) => spans), ...lists.flatMap(({ items }) => items)]
  return [...mentions, ...evidence, ...given]
}

describe.each(['ai_chatgpt_products', 'ai_chatgpt_b2b_items', 'ai_google_overviews', 'ai_dk_dairy'])(
  'every answer of %s',
  (set) => {
    const texts = answers(set)
    it.skipIf(!texts)(
      'has spans at character boundaries and ignores typographic noise and unrelated entities',
      () => {
        const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
        let named = 0
        for (const { text } of texts ?? []) {
          const entities = namesIn(text)
          const plain = extract({ text, entities })
          const segments = segmenter.segment(text)
          const isWhole = (offset: number) =>
            offset === text.length || segments.containing(offset)?.index === offset
          expect(spansOf(plain).filter(({ start, end }) => !isWhole(start) || !isWhole(end))).toEqual([])
          named += plain.mentions.length

          const withStranger = [...entities, { name: 'Quuxwerk 9', aliases: ['The Quuxwerk'] }]
          const more = extract({ text, entities: withStranger })
          expect({ ...more, entities: more.entities.slice(0, -1) }).toEqual(plain)

          const noisy = text.replace(/(?<=[^\s>]) (?=\S)/g, '\u00a0 ').replace(/(?<!\r)\n/g, ' \r\n')
          const noisyExtraction = extract({ text: noisy, entities })
          expect(
            noisyExtraction.entities.map(({ firstOffset: _, recommendation, ...entity }) => [
              entity,
              recommendation.rank,
            ]),
          ).toEqual(
            plain.entities.map(({ firstOffset: _, recommendation, ...entity }) => [
              entity,
              recommendation.rank,
            ]),
          )
        }
        expect(named).toBeGreaterThan(100)
      },
      60_000,
    )
  },
)

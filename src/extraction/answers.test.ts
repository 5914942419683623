import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'

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

describe('on answers of real assistants', () => {
  const products = answers('ai_chatgpt_products')
  it.skipIf(!products)('finds the named products at least nine times in ten where exact search does', () => {
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
  it.skipIf(!dairy)('reads Danish markdown without losing an offset', () => {
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

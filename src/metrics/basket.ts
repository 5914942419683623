import { add, cellsIn } from './counts.ts'
import type { MetricsAnswer, MetricsInput } from './metrics-input.ts'

/**
 * Answers from two batches to the same prompt, provider and location. An edited prompt counts as a different prompt.
 */
export interface CommonCell {
  /** Index of the prompt among the prompts the batches have in common. */
  prompt: number
  /** See {@link cellKey}. */
  key: string
  provider: string
  /** Whether the prompt names the analysis brand. */
  branded: boolean
  /** Tags of the prompt in the current batch, in canonical form. */
  tags: readonly string[]
  /** Completed answers; never empty. */
  now: readonly MetricsAnswer[]
  before: readonly MetricsAnswer[]
}

/** The part of two batches that can be compared: what both asked and both got answers to. */
export interface Basket {
  prompts: number
  /** Text of each prompt. */
  texts: readonly string[]
  /** Number of cells of each prompt. */
  asked: Float64Array
  cells: readonly CommonCell[]
}

/**
 * Returns the common basket of two batches. Returns null if they have no cells in common, or if they used different
 * models, surfaces or extraction rules.
 */
export function commonBasket(current: MetricsInput, previous: MetricsInput): Basket | null {
  const [now, before] = [cellsOf(current), cellsOf(previous)]
  const common = [...now].flatMap(([key, cell]) => {
    const earlier = before.get(key)
    return earlier ? [{ key, cell, earlier }] : []
  })
  if (common.length === 0) return null
  const numbers = new Map<string, number>()
  const cells: CommonCell[] = []
  for (const { key, cell, earlier } of common) {
    if (cell.answers.length === 0 || earlier.answers.length === 0) continue
    const prompt = numbers.get(cell.text) ?? numbers.size
    numbers.set(cell.text, prompt)
    const { provider, branded, tags } = cell
    cells.push({ prompt, key, provider, branded, tags, now: cell.answers, before: earlier.answers })
  }
  if (basesOf(cells, 'now') !== basesOf(cells, 'before')) return null
  return basketOf([...numbers.keys()], cells)
}

function basketOf(texts: readonly string[], cells: readonly CommonCell[]): Basket {
  const asked = new Float64Array(texts.length)
  for (const { prompt } of cells) add(asked, prompt, 1)
  return { prompts: texts.length, texts, asked, cells }
}

/** Returns the basket with only the cells that match. Its prompts keep their numbers. */
export function partOfBasket({ texts, cells }: Basket, matches: (cell: CommonCell) => boolean): Basket {
  return basketOf(texts, cells.filter(matches))
}

/** Returns what identifies a cell of a basket: its provider, its location and the text of its prompt. */
export function cellKey({
  provider,
  location,
  text,
}: Record<'provider' | 'location' | 'text', string>): string {
  return JSON.stringify([provider, location, text])
}

interface Cell {
  text: string
  provider: string
  branded: boolean
  tags: readonly string[]
  answers: MetricsAnswer[]
}

function cellsOf({ answers, prompts }: MetricsInput): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  for (const asked of cellsIn(answers)) {
    const [first] = asked
    if (!first) continue
    const { provider, location, prompt } = first
    const { text = '', branded = false, tags = [] } = prompts[prompt] ?? {}
    const key = cellKey({ provider, location, text })
    const cell = cells.get(key) ?? { text, provider, branded, tags, answers: [] }
    cells.set(key, cell)
    for (const answer of asked) if (answer.status === 'ok') cell.answers.push(answer)
  }
  return cells
}

/** Serializes the surfaces, models and extraction rules of the compared answers, by provider. */
function basesOf(cells: readonly CommonCell[], side: 'now' | 'before'): string {
  const bases = new Map<string, Set<string>>()
  for (const cell of cells) {
    const ofProvider = bases.get(cell.provider) ?? new Set()
    bases.set(cell.provider, ofProvider)
    for (const { basis } of cell[side]) ofProvider.add(basis)
  }
  return JSON.stringify([...bases].map(([provider, ofProvider]) => [provider, [...ofProvider].sort()]).sort())
}

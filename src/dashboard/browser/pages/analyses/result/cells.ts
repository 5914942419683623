import type { Unit } from './use-units.ts'

/** States of a question, in the order shown in a cell. */
export const UNIT_STATES = ['named', 'notNamed', 'refused', 'notShown', 'failed', 'waiting'] as const
export type UnitState = (typeof UNIT_STATES)[number]

export const STATE_WORDS: Readonly<Record<UnitState, string>> = {
  named: 'mentions the brand',
  notNamed: 'does not mention it',
  refused: 'refused',
  notShown: 'not shown',
  failed: 'failed',
  waiting: 'waiting',
}

/** Number of questions of a cell per state. */
export type Cell = Readonly<Record<UnitState, number>>

/** What the rows of the matrix represent. */
export type Rows = 'prompts' | 'countries'

/** Counts results by row (prompt or country) and provider. `total` is the number of questions per cell. */
export function cellsOf(
  units: readonly Unit[],
  rows: Rows,
  total: number,
): (row: string, token: string) => Cell {
  const counts = new Map<string, Record<UnitState, number>>()
  for (const unit of units) {
    const key = keyOf(rows === 'prompts' ? unit.promptText : unit.location, unit.provider.token)
    const cell = counts.get(key) ?? empty()
    cell[stateOf(unit)] += 1
    counts.set(key, cell)
  }
  return (row, token) => {
    const cell = counts.get(keyOf(row, token)) ?? empty()
    const { named, notNamed, refused, notShown, failed } = cell
    return { ...cell, waiting: Math.max(0, total - named - notNamed - refused - notShown - failed) }
  }
}

/** Describes a cell for screen readers: `2 mentions the brand, 1 waiting`. */
export function readCell(cell: Cell): string {
  return UNIT_STATES.filter((state) => cell[state] > 0)
    .map((state) => `${cell[state]} ${STATE_WORDS[state]}`)
    .join(', ')
}

function keyOf(row: string, token: string): string {
  return JSON.stringify([row, token])
}

function empty(): Record<UnitState, number> {
  return { named: 0, notNamed: 0, refused: 0, notShown: 0, failed: 0, waiting: 0 }
}

function stateOf({ status, brand }: Pick<Unit, 'status' | 'brand'>): UnitState {
  switch (status) {
    case 'OK':
      return brand?.mentioned ? 'named' : 'notNamed'
    case 'REFUSED':
      return 'refused'
    case 'NOT_SHOWN':
      return 'notShown'
    case 'FAILED':
      return 'failed'
  }
}

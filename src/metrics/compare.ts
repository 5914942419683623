import type { z } from 'zod'
import { cellsIn } from './counts.ts'
import { type ChangeVerdict, type changeDefinition, FEWEST_PROMPTS } from './definitions.ts'
import { holm } from './holm.ts'
import type { MetricsAnswer, MetricsInput } from './metrics-input.ts'
import { sum } from './rates.ts'
import { percentileInterval, resamplingOf } from './resampling.ts'
import { signFlipTest } from './sign-flip.ts'

/** A change of the mention rate on the common basket, and whether it is significant. */
export type Comparison = z.output<typeof changeDefinition> & { verdict: ChangeVerdict }

/** The level of the tests: the accepted share of false alarms. */
const SIGNIFICANCE = 0.05

/**
 * Judges the paired change of the mention rate of the first entity, cell by cell. `moved` needs two things: the bootstrap
 * interval without 0, and an exact sign-flip test over prompts, which holds the share of false alarms also where prompts
 * are few and the interval is too narrow. Models, surfaces and extraction rules must be the same on both sides.
 */
export function compare(current: MetricsInput, previous: MetricsInput): Comparison {
  const [now, before] = [cellsOf(current), cellsOf(previous)]
  const common = [...now].flatMap(([key, cell]) => {
    const earlier = before.get(key)
    return earlier ? [{ cell, earlier }] : []
  })
  const both = common.filter(({ cell, earlier }) => cell.answered > 0 && earlier.answered > 0)
  if (common.length === 0 || basesOf(both, 'cell') !== basesOf(both, 'earlier')) {
    return withoutChange('not_comparable', 0)
  }
  const byPrompt = new Map<string, { change: number; cells: number }>()
  for (const { cell, earlier } of both) {
    const entry = byPrompt.get(cell.text) ?? { change: 0, cells: 0 }
    entry.change += cell.mentioned / cell.answered - earlier.mentioned / earlier.answered
    entry.cells += 1
    byPrompt.set(cell.text, entry)
  }
  const prompts = [...byPrompt.values()]
  if (prompts.length < FEWEST_PROMPTS) return withoutChange('insufficient', prompts.length)
  return judge(
    prompts.map(({ change }) => change),
    prompts.map(({ cells }) => cells),
  )
}

/** The comparison of a batch without an earlier one, or with one that cannot be compared. */
export function withoutChange(verdict: 'insufficient' | 'not_comparable', prompts: number): Comparison {
  return { verdict, prompts, difference: null, low: null, high: null, pValue: null }
}

/**
 * The verdicts of comparisons that are read together, such as those of all providers, adjusted so that the chance of any false
 * `moved` among them is that of one test.
 */
export function verdictsTogether(comparisons: readonly Comparison[]): ChangeVerdict[] {
  const adjusted = holm(comparisons.map(({ pValue }) => pValue))
  return comparisons.map(({ verdict }, index) =>
    verdict === 'moved' && (adjusted[index] ?? 1) > SIGNIFICANCE ? 'within_noise' : verdict,
  )
}

function judge(changes: number[], cells: number[]): Comparison {
  const resampling = resamplingOf(changes.length)
  const interval = percentileInterval(resampling.sums(changes), resampling.sums(cells), resampling.clusters)
  const difference = sum(changes) / sum(cells)
  const { low, high } = interval ?? { low: difference, high: difference }
  const pValue = signFlipTest(changes)
  const moved = (low > 0 || high < 0) && pValue <= SIGNIFICANCE
  return { verdict: moved ? 'moved' : 'within_noise', prompts: changes.length, difference, low, high, pValue }
}

interface Cell {
  text: string
  provider: string
  bases: Set<string>
  answered: number
  mentioned: number
}

/** What was asked, by prompt × provider × location; an edited prompt is another one. */
function cellsOf({ answers, prompts }: MetricsInput): Map<string, Cell> {
  const cells = new Map<string, Cell>()
  for (const asked of cellsIn(answers)) {
    const [first] = asked
    if (!first) continue
    const { provider, location, prompt } = first
    const text = prompts[prompt]?.text ?? ''
    const key = JSON.stringify([provider, location, text])
    const cell = cells.get(key) ?? { text, provider, bases: new Set(), answered: 0, mentioned: 0 }
    cells.set(key, cell)
    for (const answer of asked) {
      if (answer.status !== 'ok') continue
      cell.answered += 1
      cell.mentioned += namesBrand(answer) ? 1 : 0
      cell.bases.add(answer.basis)
    }
  }
  return cells
}

function namesBrand({ entities: [brand] }: MetricsAnswer): boolean {
  return brand?.mentioned ?? false
}

/** The surfaces, models and extraction rules of the compared answers by provider, as one text. */
function basesOf(both: readonly { cell: Cell; earlier: Cell }[], side: 'cell' | 'earlier'): string {
  const bases = both.flatMap((pair) =>
    [...pair[side].bases].map((basis) => JSON.stringify([pair[side].provider, basis])),
  )
  return [...new Set(bases)].sort().join()
}

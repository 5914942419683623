import { type Figure, format, type Report } from './figures.ts'
import { machineName, type Recorded } from './recorded.ts'

/**
 * Relative changes that are noise. Ratios to a baseline of the same run change less than other figures when the machine is
 * busy.
 */
const NOISE = { ratio: 0.2, other: 0.4 }

/** Prints new figures next to the recorded ones. Returns whether one is worse beyond noise. */
export function compare(reports: readonly Report[], recorded: readonly Recorded[]): boolean {
  let isWorse = false
  for (const { benchmark, figures } of reports) {
    const last = recorded.find((one) => one.benchmark === benchmark)
    console.log(`\n${benchmark}${last ? `, recorded on ${last.date} (${last.commit})` : ''}`)
    for (const figure of figures) {
      const before = last?.figures.find(({ name }) => name === figure.name)
      const verdict = judge(figure, before, last?.machine === machineName())
      if (verdict === 'WORSE') isWorse = true
      const earlier = before ? `, recorded ${format(before.value)}` : ''
      console.log(`  ${verdict.padEnd(13)} ${figure.name}: ${format(figure.value)} ${figure.unit}${earlier}`)
    }
  }
  return isWorse
}

function judge(
  { value, unit, better }: Figure,
  before: Figure | undefined,
  isSameMachine: boolean,
): 'new' | 'other machine' | 'WORSE' | 'better' | 'as before' {
  if (!before) return 'new'
  const isRatio = unit === '×'
  if (!isRatio && !isSameMachine) return 'other machine'
  const noise = isRatio ? NOISE.ratio : NOISE.other
  const gain = better === 'higher' ? value / before.value : before.value / value
  if (gain < 1 / (1 + noise)) return 'WORSE'
  return gain > 1 + noise ? 'better' : 'as before'
}

import { appendFileSync } from 'node:fs'

/** A figure that a benchmark measured. */
export interface Figure {
  name: string
  value: number
  /** Such as `ms` or `units/s`. `×` is a ratio to a baseline of the same run. */
  unit: string
  better: 'higher' | 'lower'
  /** Value to reach: at least, or at most if lower is better. */
  aim?: number
}

/** Figures with the benchmark, and the backend or the case that they are about. */
export interface Report {
  benchmark: string
  figures: Figure[]
}

/** Prints figures. `test/bench/run.js` collects them in the file BENCH_FIGURES to record and compare them. */
export function report(benchmark: string, figures: Figure[]): void {
  for (const figure of figures) console.log(`  ${benchmark}: ${inWords(figure)}`)
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify({ benchmark, figures } satisfies Report)}\n`)
}

/** Formats a figure with its aim. */
export function inWords({ name, value, unit, better, aim }: Figure): string {
  const goal = aim === undefined ? '' : ` (aim: at ${better === 'higher' ? 'least' : 'most'} ${aim})`
  return `${name} ${format(value)} ${unit}${goal}`
}

/** Formats a value with three significant digits, and whole numbers from 100. */
export function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

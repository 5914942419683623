import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Figure, format, type Report } from './figures.ts'

const FILE = join(import.meta.dirname, 'recorded.json')
const PAGE = join(import.meta.dirname, '../../docs/benchmarks.md')

/** Recorded figures of a benchmark, and how they were measured. */
export interface Recorded extends Report {
  commit: string
  /** Day, such as `2026-11-28`. */
  date: string
  machine: string
}

/** Returns the last recorded figures of every benchmark. */
export function readRecorded(): Recorded[] {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
}

/**
 * Replaces the recorded figures of benchmarks, and the table in docs/benchmarks.md.
 * @throws {Error} if files were changed since the last commit, because the figures would not belong to it
 */
export function record(reports: readonly Report[]): void {
  const sources = [
    'src',
    'prisma',
    'build.js',
    'test/bench',
    'package-lock.json',
    ':!test/bench/recorded.json',
  ]
  const changed = git('status', '--porcelain', '--', ...sources)
  if (changed !== '') throw new Error(`Commit these changes first:\n${changed}`)
  const commit = git('rev-parse', '--short=8', 'HEAD')
  const date = new Date().toISOString().slice(0, 10)
  const measured = reports.map((report): Recorded => ({ ...report, commit, date, machine: machineName() }))
  const names = new Set(reports.map(({ benchmark }) => benchmark))
  const others = readRecorded().filter(({ benchmark }) => !names.has(benchmark))
  const all = [...others, ...measured].toSorted((a, b) => (a.benchmark < b.benchmark ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`)
  writeTable(all)
}

/** Names the processors and the version of Node.js. Absolute figures are comparable only if these are the same. */
export function machineName(): string {
  const [first] = cpus()
  return `${cpus().length} cores, ${first?.model ?? 'unknown'}, Node.js ${process.versions.node.split('.')[0]}`
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8' }).trim()
}

const [START, END] = ['<!-- recorded figures -->', '<!-- end of recorded figures -->'] as const

function writeTable(all: readonly Recorded[]): void {
  const rows = all.flatMap(({ benchmark, figures, commit, date }) =>
    figures.map((figure) => [
      benchmark,
      figure.name,
      measuredCell(figure),
      aimCell(figure),
      `${date} (${commit})`,
    ]),
  )
  const table = toTable([['benchmark', 'figure', 'measured', 'aim', 'recorded'], ...rows])
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(START)
  const [, after = ''] = rest.split(END)
  writeFileSync(PAGE, `${before}${START}\n\n${table}\n\n${END}${after}`)
}

function measuredCell({ value, unit }: Figure): string {
  return `${format(value)} ${unit}`
}

function aimCell({ aim, better, unit }: Figure): string {
  return aim === undefined ? '' : `${better === 'higher' ? '≥' : '≤'} ${format(aim)} ${unit}`
}

/** Returns a Markdown table with aligned columns. The first row is the header. */
function toTable(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [header = [], ...body] = rows
  return [header, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n')
}

/**
 * Sends ten times the sustainable load, and prints the figures as a Markdown table: `npm run test:overload -- --seconds 60`.
 * Fails if a figure is beyond its limit.
 */
import { parseArgs } from 'node:util'
import { openBenchPostgres } from '../../bench/bench-postgres.ts'
import { leaveServerCore } from '../../bench/processes.ts'
import type { Outcomes } from './generator.ts'
import { type OverloadFigures, overload } from './overload.ts'

/** Limits: the p99 of the quiet key as a multiple of its quiet value, seconds, and megabytes. */
const LIMITS = { slowdown: 2, recovery: 5, growth: 200 } as const

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    keys: { type: 'string', default: '20' },
    /** `NODE_OPTIONS` of the server. */
    'node-options': { type: 'string', default: '' },
  },
})
leaveServerCore()
const postgres = await openBenchPostgres()
const database = await postgres.database()
try {
  report(
    await overload({
      database,
      seconds: Number(values.seconds),
      keys: Number(values.keys),
      nodeOptions: values['node-options'],
    }),
  )
} finally {
  await postgres.close()
}

function report(figures: OverloadFigures): void {
  const { quiet, outcomes, memory, busy } = figures
  const slowdown = quiet.during.p99 / quiet.alone.p99
  const { alone } = quiet
  const times = (name: 'p50' | 'p95' | 'p99') => {
    const [before, during] = [alone[name], quiet.during[name]]
    return `${before.toFixed(1)} ms, ${during.toFixed(1)} ms (${(during / before).toFixed(1)} ×)`
  }
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  const rows = {
    'sustainable load': `${figures.sustainable.toFixed(0)} requests/s`,
    [`load for ${figures.seconds} s with ${figures.keys} keys: sent (not sent, because all connections were busy)`]: `${figures.offered.toFixed(0)} requests/s (${(figures.unsent / figures.seconds).toFixed(0)})`,
    'interactive: served, refused, failed': shares(outcomes.interactive),
    'bulk: served, refused, failed': shares(outcomes.bulk),
    'quiet key alone, and during the load: p50': times('p50'),
    p95: times('p95'),
    p99: times('p99'),
    'requests of the quiet key that were not served': quiet.failed,
    'recovery after the load': `${figures.recovery.toFixed(1)} s`,
    'memory before, at most, after': `${memory.before.toFixed(0)}, ${memory.peak.toFixed(0)}, ${memory.after.toFixed(0)} MB`,
    'CPU used by the server, the generator, the quiet client': `${percent(busy.server)}, ${percent(busy.generator)}, ${percent(busy.quietClient)}`,
  }
  console.log('| figure | value |')
  console.log('| --- | --- |')
  for (const [name, value] of Object.entries(rows)) console.log(`| ${name} | ${value} |`)
  const wrong = Object.entries({
    'the p99 of the quiet key': slowdown > LIMITS.slowdown,
    'the requests of the quiet key that were not served': quiet.failed > 0,
    'the recovery': figures.recovery > LIMITS.recovery,
    'the growth of the memory': memory.peak - memory.before > LIMITS.growth,
    'the number of failed requests': outcomes.interactive.failed + outcomes.bulk.failed > 0,
  }).filter(([, isWrong]) => isWrong)
  for (const [name] of wrong) console.error(`${name} is beyond its limit`)
  if (Object.keys(figures.statuses).length > 0) console.error('statuses of failed requests', figures.statuses)
  if (wrong.length > 0) process.exitCode = 1
}

function shares({ served, refused, failed }: Outcomes): string {
  const total = served + refused + failed
  const share = (count: number) =>
    `${count.toLocaleString('en-US')} (${((count / total) * 100).toFixed(1)} %)`
  return `${share(served)}, ${share(refused)}, ${failed}`
}

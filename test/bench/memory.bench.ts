/**
 * Measures the memory of a gateway and a worker under mixed load: BENCH_MINUTES, by default one hour. Draws it in
 * docs/pictures/memory.svg with BENCH_PICTURE=1. Needs Redis.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startHeldModel } from '../held-model.ts'
import { hasRedis } from './bench-postgres.ts'
import { report } from './figures.ts'
import { startMemoryLoad } from './memory-load.ts'
import { drawMemory, type MemorySample } from './memory-picture.ts'
import { openNestedRun } from './nested-run.ts'
import { startServer } from './processes.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)
const SAMPLE_INTERVAL = 5_000
const PICTURE = join('docs', 'pictures', 'memory.svg')

/** An answer of 2.2 KB. */
const ANSWER = Array.from(
  { length: 8 },
  (_, n) =>
    `${n + 1}. **${['Taskfern', 'Planloom', 'Quillstack', 'Norvella Boards'][n % 4]}** is a good choice for teams that want a simple start, clear boards and fair prices. Reviewers praise its speed, but some miss reports. See [the comparison](https://reviews-${n}.example/planners).`,
).join('\n')

if (await hasRedis()) await measure()

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-memory-'))
  const world = await openNestedRun()
  const model = await startHeldModel({ text: ANSWER })
  model.answer(Number.POSITIVE_INFINITY)
  const providers = join(folder, 'providers.json')
  writeFileSync(providers, JSON.stringify({ providers: [model.provider] }))
  const environment = {
    ...world.environment,
    REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
    PROVIDERS_FILE: providers,
  }
  const command = (role: string) => [process.execPath, 'dist/main.js', 'start', '--json', '--role', role]
  const gateway = await startServer(command('gateway'), environment)
  const worker = await startServer(command('worker'), environment)
  const samples: MemorySample[] = []
  try {
    const load = await startMemoryLoad({ url: gateway.url, key: world.run.key, runId: world.run.runId })
    const begun = performance.now()
    while (performance.now() - begun < MINUTES * 60_000) {
      await pause(SAMPLE_INTERVAL)
      const minutes = (performance.now() - begun) / 60_000
      samples.push({
        minutes,
        gateway: residentMegabytes(gateway.process.pid),
        worker: residentMegabytes(worker.process.pid),
      })
    }
    const { requests, events, failed } = load.counts
    console.log(`  ${requests} requests, ${events} events, ${failed} failed`)
    await load.stop()
    if (failed > requests / 1_000) throw new Error(`${failed} of ${requests} requests failed`)
  } finally {
    await gateway.stop()
    await worker.stop()
    model.close()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (process.env.BENCH_PICTURE) writeFileSync(PICTURE, drawMemory(samples))
  reportFigures(samples)
}

function reportFigures(samples: readonly MemorySample[]): void {
  const last = samples.slice(-Math.ceil(samples.length / 6))
  const figures = (['gateway', 'worker'] as const).flatMap((role) => {
    const aim = role === 'gateway' ? 300 : 350
    const mean = last.reduce((total, sample) => total + sample[role], 0) / last.length
    const highest = Math.max(...samples.map((sample) => sample[role]))
    return [
      { name: `${role}, mean of the last sixth`, value: mean, unit: 'MB', better: 'lower', aim } as const,
      { name: `${role}, highest`, value: highest, unit: 'MB', better: 'lower', aim: 512 } as const,
    ]
  })
  report(`memory after ${MINUTES} minutes of mixed load`, figures)
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

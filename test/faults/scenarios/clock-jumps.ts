import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../eventually.ts'
import type { TestDatabase } from '../../world.ts'
import type { Cut } from './cut-service.ts'
import type { Installation } from './installation.ts'
import { openServices } from './services.ts'

/** The library of Debian's package `faketime` that changes the clock of a process with several threads; null without. */
const LIBRARY =
  readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file)) ?? null

export const HAS_FAKETIME = LIBRARY !== null

const HOUR = 3_600

/** Jumps in seconds by process, one set after the other. Others keep the right time, as do PostgreSQL and Redis. */
const JUMPS: readonly Readonly<Record<string, number>>[] = [
  { 'worker-1': HOUR },
  { 'worker-1': -HOUR, 'gateway-1': -HOUR },
  { 'gateway-1': HOUR, 'gateway-2': HOUR, 'worker-1': HOUR, 'worker-2': HOUR },
  { 'gateway-1': -HOUR, 'gateway-2': -HOUR, 'worker-1': -HOUR, 'worker-2': -HOUR },
]

/** The clocks of processes jump by an hour while they run, and jump back later. */
export async function clockJumps(database: TestDatabase): Promise<Cut> {
  const services = await openServices('redis', database)
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-clock-'))
  const fileOf = (name: string) => join(folder, name)
  const setClock = (name: string, seconds: number) =>
    writeFileSync(fileOf(name), `${seconds < 0 ? '' : '+'}${seconds}s`)
  let jump = 0
  const jumps = () => JUMPS[jump % JUMPS.length] ?? {}
  return {
    services: {
      ...services,
      environmentOf(name) {
        setClock(name, 0)
        return {
          LD_PRELOAD: LIBRARY ?? '',
          FAKETIME_TIMESTAMP_FILE: fileOf(name),
          FAKETIME_CACHE_DURATION: '1',
          // Timers use the monotonic clock, which does not jump.
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }
      },
      async close() {
        await services.close()
        rmSync(folder, { recursive: true, force: true })
      },
    },
    async begin(installation) {
      for (const [name, seconds] of Object.entries(jumps())) {
        setClock(name, seconds)
        await eventually(async () => {
          const ahead = await secondsAhead(installation, name)
          if (Math.abs(ahead - seconds) > 60) throw new Error(`the clock of ${name} is ${ahead} s ahead`)
        })
      }
    },
    async end() {
      for (const name of Object.keys(jumps())) setClock(name, 0)
      jump += 1
    },
  }
}

/** Returns the seconds by which the clock of a process is ahead, from the header `Date` of a response. */
async function secondsAhead({ send }: Installation, name: string): Promise<number> {
  const { headers } = await send(name, '/healthz')
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / 1_000
}

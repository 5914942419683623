import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The library of Debian's package `faketime` that changes the clock of a process with several threads; null without. */
const LIBRARY =
  readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file)) ?? null

export const HAS_FAKETIME = LIBRARY !== null

/** Clocks of processes that a test can change while the processes run. */
export interface FakeClocks {
  /** Returns the environment variables of the process with this name. Its clock is right at first. */
  environmentOf(name: string): Record<string, string>
  /** Sets a clock ahead by some seconds, or behind. The process follows within a second. */
  set(name: string, seconds: number): void
  close(): void
}

/** Opens the clocks. */
export function openFakeClocks(): FakeClocks {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-clock-'))
  // Processes of other users read the clocks too.
  chmodSync(folder, 0o755)
  const fileOf = (name: string) => join(folder, name)
  const set = (name: string, seconds: number) =>
    writeFileSync(fileOf(name), `${seconds < 0 ? '' : '+'}${seconds}s`)
  return {
    environmentOf(name) {
      set(name, 0)
      return {
        LD_PRELOAD: LIBRARY ?? '',
        FAKETIME_TIMESTAMP_FILE: fileOf(name),
        FAKETIME_CACHE_DURATION: '1',
        // Timers use the monotonic clock, which does not jump.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    },
    set,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

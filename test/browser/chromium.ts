import { spawnSync } from 'node:child_process'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** The Chromium of this machine: the program that CHROMIUM names, else the first of the usual names on the PATH; null without one. */
export function findChromium(): string | null {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : NAMES
  const found = names.find((name) => !spawnSync(name, ['--version']).error) ?? null
  if (!found && process.env.CI) throw new Error('CI needs a Chromium: set CHROMIUM or install chromium')
  if (!found) console.warn('No Chromium: set CHROMIUM or install chromium to test with it.')
  return found
}

/** Starts it without a window. Close it in `afterAll`. */
export function launchChromium(program: string, options: LaunchOptions = {}): Promise<Browser> {
  const which = spawnSync('sh', ['-c', `command -v "${program}"`], { encoding: 'utf8' }).stdout.trim()
  // The sandbox of Chromium refuses to work for root, as in containers.
  return chromium.launch({ ...options, executablePath: which, chromiumSandbox: process.getuid?.() !== 0 })
}

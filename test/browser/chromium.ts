import { spawnSync } from 'node:child_process'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** Returns the program in CHROMIUM, or the first Chromium on the PATH; null if there is none. */
export function findChromium(): string | null {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : NAMES
  const found = names.find((name) => !spawnSync(name, ['--version']).error) ?? null
  if (!found && process.env.CI) throw new Error('CI needs a Chromium: set CHROMIUM or install chromium')
  return found
}

/** Starts Chromium without a window. Close it in `afterAll`. */
export function launchChromium(program: string, options: LaunchOptions = {}): Promise<Browser> {
  const which = spawnSync('sh', ['-c', `command -v "${program}"`], { encoding: 'utf8' }).stdout.trim()
  // Chromium's sandbox does not work for root, for example in containers.
  return chromium.launch({ ...options, executablePath: which, chromiumSandbox: process.getuid?.() !== 0 })
}

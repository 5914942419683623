import { spawnSync } from 'node:child_process'

/** Returns whether a program is installed. Throws in CI, which must have all programs. */
export function isInstalled(program: string): boolean {
  const found = !spawnSync(program, ['--version']).error
  if (!found && process.env.CI) throw new Error(`CI needs ${program}`)
  return found
}

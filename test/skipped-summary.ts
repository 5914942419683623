import { spawnSync } from 'node:child_process'
import type { Reporter, TestModule } from 'vitest/node'

/** Programs that some tests need, by Debian package, and the features that are not tested without them. */
const PROGRAMS: readonly { package: string; command?: string; tests: string }[] = [
  { package: 'redis-server', tests: 'queue, limits and live events on Redis' },
  { package: 'chromium', tests: 'dashboard, GraphiQL and documentation in a browser' },
  { package: 'curl', tests: 'commands in the guides' },
  { package: 'jq', tests: 'commands in the guides' },
  { package: 'nginx', tests: 'nginx configurations in the guides' },
  { package: 'caddy', command: 'caddy', tests: 'Caddy configurations in the guides' },
  { package: 'systemd', command: 'systemd-analyze', tests: 'systemd units in the guides' },
]

/** Environment variables that point to a program or server to use instead of the installed one. */
const REPLACED_BY: Readonly<Record<string, string>> = { 'redis-server': 'REDIS_URL', chromium: 'CHROMIUM' }

/** After a test run with skipped tests, prints the missing programs and the command that installs them. */
export class SkippedSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const missing = PROGRAMS.filter(({ package: name, command = name }) => {
      const variable = REPLACED_BY[name]
      return !(variable && process.env[variable]) && spawnSync(command, ['--version']).error
    })
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    if (missing.length === 0 && skipped.length === 0) return
    const lines = missing.map(({ package: name, tests }) => `  ${name.padEnd(14)}${tests}`)
    const files = new Set(skipped.map(({ module }) => module.relativeModuleId))
    const heading = `Skipped tests: ${skipped.length}, in ${files.size} ${files.size === 1 ? 'file' : 'files'}.`
    process.stdout.write(
      `\n${heading}${lines.length > 0 ? ' Not tested, because programs are missing:' : ''}\n`,
    )
    if (lines.length === 0) {
      process.stdout.write(`${[...files].map((file) => `  ${file}`).join('\n')}\n`)
      return
    }
    const packages = missing.map(({ package: name }) => name).join(' ')
    process.stdout.write(
      `${lines.join('\n')}\nInstall them on Debian or Ubuntu: sudo apt-get install -y ${packages}\n`,
    )
  }
}

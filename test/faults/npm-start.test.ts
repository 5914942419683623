import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'npm start prints keys and commands, and leaves no process running when npm receives %s',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'answergraph-npm-'))
    chmodSync(folder, 0o755)
    const { PATH, HOME } = process.env
    const child = spawn('npm', ['start', '--', '--port', '0'], {
      env: { ...(PATH && { PATH }), ...(HOME && { HOME }), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const errors = createInterface({ input: child.stderr })
    const stopped = new Promise<void>((resolve) =>
      // Standard error is no terminal here: steps are lines of the log.
      errors.on('line', (line) => line.includes('"msg":"Stopped"') && resolve()),
    )
    const printed: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line)
      if (line.startsWith('Stop with')) break
    }
    const text = printed.join('\n')
    expect(text.match(/svc_[0-9A-Z]{52}/g)?.length).toBeGreaterThanOrEqual(5)
    expect(text.match(/curl /g)).toHaveLength(4)
    child.kill(signal)
    await stopped
    expect(existsSync(join(folder, 'data', 'postgres', 'postmaster.pid')), 'PostgreSQL has left too').toBe(
      false,
    )
    rmSync(folder, { recursive: true, force: true })
  },
  60_000,
)

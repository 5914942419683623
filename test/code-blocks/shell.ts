import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A bash session: what a script sets is there for the next one, background processes included. */
export interface Shell {
  /**
   * Runs a script; resolves with its standard output.
   * @throws {Error} with the script's output when a command in it fails
   */
  run(script: string): Promise<string>
  /** The exported variables after the last script. */
  environment(): Record<string, string>
  /** Ends the session and every process that its scripts have left. */
  close(): void
}

/**
 * Opens one. After a failing script, which ends bash, the next one begins a new session with the exported variables.
 * @param folder where scripts run
 * @param notes a folder for scripts and their output, outside of `folder`
 */
export function openShell(folder: string, notes: string, variables: Record<string, string>): Shell {
  mkdirSync(notes, { recursive: true })
  let environment = variables
  let bash: ChildProcess | null = null
  let count = 0

  async function run(script: string): Promise<string> {
    bash ??= startBash(folder, environment)
    count += 1
    const file = join(notes, String(count))
    writeFileSync(`${file}.sh`, script)
    // The descriptor 3 tells of the end; whatever the script leaves running does not hold it.
    bash.stdin?.write(
      `source '${file}.sh' 3>&- </dev/null >'${file}.out' 2>'${file}.err'\nenv -0 >'${file}.env'\necho ended >&3\n`,
    )
    const code = await endOf(bash)
    if (code !== null) bash = null
    const output = readFileSync(`${file}.out`, 'utf8')
    if (code !== null && code !== 0)
      throw new Error(`exit code ${code}\n${output}${readFileSync(`${file}.err`, 'utf8')}`)
    if (code === null) environment = parseEnvironment(readFileSync(`${file}.env`, 'utf8'))
    return output
  }

  return {
    run,
    environment: () => environment,
    close() {
      if (bash) endGroup(bash)
    },
  }
}

function startBash(cwd: string, env: Record<string, string>): ChildProcess {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env,
    // A process group of its own: the whole group is ended at the end.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  bash.stdin?.write('set -euo pipefail\n')
  return bash
}

/** Resolves with null once the script has ended, and with the exit code when bash ended with it. */
function endOf(bash: ChildProcess): Promise<number | null> {
  const told = bash.stdio[3]
  if (!told || !('read' in told))
    throw new Error('bash was started without the descriptor that tells of ends')
  return new Promise((resolve) => {
    const lines = createInterface({ input: told })
    lines.once('line', () => {
      bash.off('exit', onExit)
      lines.close()
      resolve(null)
    })
    const onExit = (code: number | null) => {
      lines.close()
      resolve(code ?? 1)
    }
    bash.once('exit', onExit)
  })
}

/** Ends bash and what it has started in the background. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // All of them have ended.
  }
}

function parseEnvironment(text: string): Record<string, string> {
  const pairs = text.split('\0').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

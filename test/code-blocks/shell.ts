import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A bash session. Variables and background processes of a script remain for the next script. */
export interface Shell {
  /**
   * Runs a script and resolves with its standard output.
   * @throws {Error} with the script's output, if a command fails
   */
  run(script: string): Promise<string>
  /** Returns the exported variables after the last script. */
  environment(): Record<string, string>
  /** Ends the session and all processes that its scripts started. */
  close(): void
}

/**
 * Opens a session. A failing script ends bash; the next script then starts a new session with the exported variables.
 * @param folder working directory of the scripts
 * @param notes a folder outside `folder` for the scripts and their output
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
    // Descriptor 3 reports the end of the script. Background processes do not inherit it.
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
    // A new process group, so that close() can end all processes together.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  bash.stdin?.write('set -euo pipefail\n')
  return bash
}

/** Resolves with null if the script has ended, or with the exit code if bash has ended too. */
function endOf(bash: ChildProcess): Promise<number | null> {
  const ends = bash.stdio[3]
  if (!ends || !('read' in ends)) throw new Error('bash was started without descriptor 3')
  return new Promise((resolve) => {
    const lines = createInterface({ input: ends })
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

/** Ends bash and its background processes. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // All processes have already ended.
  }
}

function parseEnvironment(text: string): Record<string, string> {
  const pairs = text.split('\0').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const REPOSITORY_PROGRAM = 'bin/answergraph.js'

/** A server in its own process, started with the command that users run. */
export interface ServerProcess {
  /** URL of the gateway; for the role worker, URL of the health checks. */
  url: string
  pid: number | undefined
  /** Values from the welcome output: the data folder and, with --demo, keys and ids. */
  facts: Readonly<Record<string, string>>
  /** All output so far: the welcome, the startup steps, the log and the final error. */
  output: string[]
  /** Resolves with the exit code when the process ends for any reason. */
  exit: Promise<number | null>
  kill(): Promise<void>
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
}

/**
 * Runs `answergraph start` on a free port and waits until it is ready. Rejects with its output if it exits before.
 * @param program the file of the command, by default the one of the repository
 */
export async function startServer(
  environment: Record<string, string>,
  parameters: string[] = [],
  program = REPOSITORY_PROGRAM,
): Promise<ServerProcess> {
  const child = spawnCommand(['start', '--port', '0', '--json', ...parameters], environment, program)
  const exit = exitOf(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)))
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const welcome = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exit.then((code) => Promise.reject(new Error(`exited with ${code}: ${output.join('')}`))),
  ])
  const { error, ...facts } = JSON.parse(welcome) as Record<string, string> & { error?: { message: string } }
  if (error) throw new Error(error.message)
  return {
    url: facts.url ?? '',
    facts,
    pid: child.pid,
    output,
    exit,
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
    async stop() {
      child.kill('SIGTERM')
      return exit
    },
  }
}

/** Runs an `answergraph` command and returns its exit code and output. */
export async function runCommand(
  parameters: string[],
  environment: Record<string, string>,
  input?: string,
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawnCommand(parameters, environment)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    errors += text
  })
  child.stdin?.end(input ?? '')
  const code = await exitOf(child)
  return { code, output, errors }
}

/** Runs a command with --json and returns the parsed output. Throws if the command fails. */
export async function runJson<T>(parameters: string[], environment: Record<string, string>): Promise<T> {
  const { code, output, errors } = await runCommand([...parameters, '--json'], environment)
  if (code !== 0) throw new Error(`${parameters.join(' ')} exited with ${code}: ${output}${errors}`)
  return JSON.parse(output) as T
}

/** Kills the embedded PostgreSQL of a data folder with SIGKILL. Its child processes then exit too. */
export function killPostgres(dataFolder: string): void {
  const pid = Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
}

function spawnCommand(
  parameters: string[],
  environment: Record<string, string>,
  program = REPOSITORY_PROGRAM,
): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [program, ...parameters], {
    env: { ...(PATH && { PATH }), ...(HOME && { HOME }), LOG_LEVEL: 'error', ...environment },
    stdio: 'pipe',
  })
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

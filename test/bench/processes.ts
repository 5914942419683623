import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// Each part listens for the end of this process.
process.setMaxListeners(0)

/** The server under test has one core for itself; clients and PostgreSQL share the other. */
const CORES = { server: '0', client: '1' } as const

const PEER = join('test', 'bench', 'peer')

/** A part of a benchmark that runs as a process of its own. */
export interface Part {
  process: ChildProcess
  /** What it answers to a message; one at a time. Needs a process with `answerMessages`. */
  ask<Answer>(message: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Keeps this process, and all it starts from now on, off the server's core. Says so where that cannot be. */
export function leaveServerCore(): void {
  const { status } = spawnSync('taskset', ['-acp', CORES.client, String(process.pid)])
  if (status !== 0) console.log('  not pinned: `taskset` and two cores are needed')
}

/** Starts a command on a core; what it prints to stderr is shown. */
export function startPart(
  core: keyof typeof CORES,
  command: readonly string[],
  environment: Record<string, string> = {},
  stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc'],
): Part {
  const pinned = spawnSync('taskset', ['-c', CORES[core], 'true']).status === 0
  const [file = '', ...parameters] = pinned ? ['taskset', '-c', CORES[core], ...command] : command
  const child = spawn(file, parameters, { stdio, env: { ...process.env, ...environment } })
  const exit = once(child, 'exit')
  process.once('exit', () => child.kill())
  return {
    process: child,
    async ask<Answer>(message: unknown) {
      const answer = once(child, 'message')
      child.send(message as object)
      const gone = exit.then(() => Promise.reject(new Error(`${command.join(' ')} ended`)))
      const [given] = await Promise.race([answer, gone])
      return given as Answer
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** Starts a server that prints a line of JSON with its `url` when it is ready. */
export async function startServer(command: readonly string[], environment: Record<string, string>) {
  const part = startPart('server', command, environment, ['ignore', 'pipe', 'inherit'])
  const { stdout } = part.process
  if (!stdout) throw new Error('started without a pipe')
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('{')) return { ...part, url: String(JSON.parse(line).url) }
  }
  throw new Error(`${command.join(' ')} ended before it listened`)
}

/** In a part: answers each message of the process that started it; ends with that process. */
export function answerMessages<Message>(answer: (message: Message) => Promise<object>): void {
  process.on('message', (message) => {
    void answer(message as Message).then((given) => process.send?.(given))
  })
  process.on('disconnect', () => process.exit())
}

/** Seconds of CPU that a process has used. */
export function processorSeconds({ process: child }: Part): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_A_SECOND = 100
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/** Installs the peers, if they are not, and gives a Node.js 24 to run all of a comparison with. */
export function installPeers(): string {
  if (!existsSync(join(PEER, 'node_modules', 'postgraphile'))) {
    console.log('  installing the peers')
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], { cwd: PEER, stdio: 'inherit' })
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const node = join(PEER, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(node)) return node
  throw new Error('run this benchmark with Node.js 24: there is none to install for this platform')
}

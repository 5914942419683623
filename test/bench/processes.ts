import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// Each part listens for the exit of this process.
process.setMaxListeners(0)

/** The tested server has one core to itself. Clients and PostgreSQL share the other one. */
const CORES = { server: '0', client: '1' } as const

const PEER = join('test', 'bench', 'peer')

/** A part of a benchmark that runs in a separate process. */
export interface Part {
  process: ChildProcess
  /** Sends a message and returns the reply, one message at a time. The process must call `answerMessages`. */
  ask<Answer>(message: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Keeps this process and the processes it starts off the server's core. Prints a message if that is not possible. */
export function leaveServerCore(): void {
  const { status } = spawnSync('taskset', ['-acp', CORES.client, String(process.pid)])
  if (status !== 0) console.log('  not pinned to cores: this needs `taskset` and two cores')
}

/** Starts a command on a core and shows its standard error. */
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

/** Starts a server and waits until it prints a line of JSON with its `url`. */
export async function startServer(command: readonly string[], environment: Record<string, string>) {
  const part = startPart('server', command, environment, ['ignore', 'pipe', 'inherit'])
  const { stdout } = part.process
  if (!stdout) throw new Error('started without a pipe')
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{')) continue
    const { url } = JSON.parse(line) as { url?: string }
    if (!url) throw new Error(`${command.join(' ')}: ${line}`)
    return { ...part, url }
  }
  throw new Error(`${command.join(' ')} exited before it was ready`)
}

/** Replies to messages from the parent process, and exits together with it. */
export function answerMessages<Message>(answer: (message: Message) => Promise<object>): void {
  process.on('message', (message) => {
    void answer(message as Message).then((given) => process.send?.(given))
  })
  process.on('disconnect', () => process.exit())
}

/** Returns the CPU seconds that a process has used. */
export function processorSeconds({ process: child }: Part): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_A_SECOND = 100
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/** Installs the peers if necessary. Returns the path of a Node.js 24, which runs all servers of a comparison. */
export function installPeers(): string {
  if (!existsSync(join(PEER, 'node_modules', 'postgraphile'))) {
    console.log('  installing the peers')
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], { cwd: PEER, stdio: 'inherit' })
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const node = join(PEER, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(node)) return node
  throw new Error(
    'Node.js 24 cannot be installed automatically on this platform; run this benchmark with Node.js 24',
  )
}

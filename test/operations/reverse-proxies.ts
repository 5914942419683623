import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

/** A reverse proxy that runs as a process. */
export interface ReverseProxy {
  /** Port for HTTP/1.1. */
  port: number
  /** Port for HTTP/2 without TLS and without an upgrade (h2c). */
  http2Port: number
  close(): Promise<void>
}

/** What a program needs to start. */
interface Setup {
  folder: string
  port: number
  http2Port: number
  /** Host and port of the gateway. */
  gateway: string
}

/** Creates the configuration that the guides describe, with other ports and without TLS, and returns the command. */
const COMMANDS: Record<string, (setup: Setup) => { args: string[]; environment?: Record<string, string> }> = {
  nginx({ folder, port, http2Port, gateway }) {
    const [, snippet = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    const site = snippet
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};\n    listen 127.0.0.1:${http2Port} http2;`)
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace('127.0.0.1:4000', gateway)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    const main = `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr crit;\nevents {}\n`
    writeFileSync(file, `${main}http {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`)
    return { args: ['-p', folder, '-c', file] }
  },
  caddy({ folder, port, http2Port, gateway }) {
    const site = readFileSync('ops/Caddyfile', 'utf8').replace('gateway-1:4000 gateway-2:4000', gateway)
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n\tservers {\n\t\tprotocols h1 h2c\n\t}\n}\n${site}`)
    const DOMAIN = `http://127.0.0.1:${port}, http://127.0.0.1:${http2Port}`
    return {
      args: ['run', '--config', file, '--adapter', 'caddyfile'],
      environment: { DOMAIN, HOME: folder },
    }
  },
  haproxy({ port, http2Port, gateway }) {
    const BIND = `127.0.0.1:${port},127.0.0.1:${http2Port}`
    return {
      args: ['-f', 'ops/haproxy.cfg', '-db'],
      environment: { BIND, GATEWAY_1: gateway, GATEWAY_2: gateway },
    }
  },
}

/** Programs of the guides for operators. */
export const PROXIES = Object.keys(COMMANDS)

/**
 * Starts a proxy in front of a gateway. Resolves when the proxy accepts connections.
 * @param program one of {@link PROXIES}
 */
export async function startReverseProxy(program: string, gatewayUrl: string): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `answergraph-${program}-`))
  const setup = {
    folder,
    port: await freePort(),
    http2Port: await freePort(),
    gateway: new URL(gatewayUrl).host,
  }
  const command = COMMANDS[program]?.(setup)
  if (!command) throw new Error(`there is no proxy ${program}`)
  const child = spawn(program, command.args, {
    env: { ...process.env, ...command.environment },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const close = async () => {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(output)
      for (const port of [setup.port, setup.http2Port]) await accepts(port)
    })
  } catch (error) {
    await close()
    throw error
  }
  return { port: setup.port, http2Port: setup.http2Port, close }
}

function accepts(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

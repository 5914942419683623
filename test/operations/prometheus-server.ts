import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'

/** Whether Prometheus is installed (Debian package `prometheus`). */
export const HAS_PROMETHEUS = !spawnSync('promtool', ['--version']).error

/** A Prometheus server on loopback that scrapes one target every second. */
export interface PrometheusServer {
  /** Evaluates an expression. Returns the values of the resulting series. */
  query(expression: string): Promise<number[]>
  close(): Promise<void>
}

/** Starts Prometheus. @param target `host:port` of a /metrics endpoint */
export async function startPrometheus(target: string, token: string): Promise<PrometheusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-prometheus-'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s' },
      scrape_configs: [
        {
          job_name: 'answergraph',
          authorization: { credentials: token },
          static_configs: [{ targets: [target] }],
        },
      ],
    }),
  )
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => {
    if (!(await fetch(`${url}/-/ready`)).ok) throw new Error('Prometheus is not ready')
  })
  return {
    async query(expression) {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      })
      const { data, error } = (await response.json()) as {
        data?: { result: { value: [number, string] }[] }
        error?: string
      }
      if (!data) throw new Error(`${expression}: ${error}`)
      return data.result.map(({ value }) => Number(value[1]))
    },
    async close() {
      await stop(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

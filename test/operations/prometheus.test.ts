import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../api/graphql-client.ts'
import { openReceiver, type Receiver } from '../api/webhook-receiver.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { HAS_PROMETHEUS, type PrometheusServer, startPrometheus } from './prometheus-server.ts'

const available = HAS_PROMETHEUS || process.env.CI === 'true'
const TOKEN = 'a-token-for-prometheus'

interface Panel {
  title: string
  targets?: { expr: string }[]
}

const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('ops/grafana/answergraph.json', 'utf8'))

/** The expressions of the dashboard, with the variable of Grafana replaced. */
const EXPRESSIONS = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '30s')] as const),
)

describe.skipIf(!available)('the alert rules', () => {
  it('are valid, and each fires exactly for its problem', () => {
    const promtool = (...parameters: string[]) =>
      execFileSync('promtool', parameters, { cwd: 'ops/prometheus', encoding: 'utf8' })
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
    const namesIn = (file: string, pattern: RegExp) =>
      [...readFileSync(`ops/prometheus/${file}`, 'utf8').matchAll(pattern)].map(([, name]) => name)
    expect(namesIn('alerts.test.yml', /- name: (\w+)/g)).toEqual(namesIn('alerts.yml', /- alert: (\w+)/g))
  })
})

describe.skipIf(!available)('the metrics of a running installation', () => {
  let world: World
  let receiver: Receiver
  let prometheus: PrometheusServer
  beforeAll(async () => {
    receiver = await openReceiver()
    world = await createWorld({
      environment: {
        METRICS_TOKEN: TOKEN,
        DAILY_SPEND_USD: '25',
        OUTBOUND_ALLOW: receiver.address,
      },
    })
    prometheus = await startPrometheus(new URL(world.url).host, TOKEN)
  })
  afterAll(async () => {
    await prometheus?.close()
    await world?.close()
    await receiver?.close()
  })

  it('contain data for every panel of the dashboard', async () => {
    const { id: organizationId } = await world.organization({ credits: 100_000 })
    const { id: projectId } = await world.project({ organizationId })
    const { key } = await world.projectKey(projectId)
    const analysisId = await startAnalysis(key)
    await world.ended(analysisId)
    await receiver.next()
    // Cached once its analysis has ended.
    const query = `query Answers { asyncAnalysis(id: "${analysisId}") { results(first: 5) { nodes { id } } } }`
    const missing = new Set(EXPRESSIONS)
    await eventually(
      async () => {
        await send(world, key, { query })
        await startAnalysis(key)
        for (const entry of missing)
          if ((await prometheus.query(entry[1])).some(Number.isFinite)) missing.delete(entry)
        expect([...missing]).toEqual([])
      },
      { within: 60_000 },
    )
  }, 120_000)

  async function startAnalysis(key: string): Promise<string> {
    const response = await fetch(`${world.url}/v1/async-analysis`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        prompt: 'Best?',
        replicates: 1,
        providers: ['chatgpt'],
        locations: ['US'],
        webhook: { url: receiver.url },
      }),
    })
    const { data } = (await response.json()) as { data: { analysisId: string } }
    return data.analysisId
  }
})

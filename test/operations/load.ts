import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** What happened under load. */
export interface LoadReport {
  /** Requests with an unexpected status or a network error. */
  failures: string[]
  requests: number
  /** Analyses that were started, and analyses whose end reached the subscriber. */
  started: string[]
  ended: Set<string>
  /** Number of times that a WebSocket was closed and opened again. */
  reconnects: number
}

/** Continuous requests, analyses and subscriptions. */
export interface Load {
  report: LoadReport
  /** Resolves when at least `count` more requests were answered. */
  more(count: number): Promise<void>
  /** Stops starting analyses. Resolves when all subscribers have received the end of their analysis. */
  stop(): Promise<LoadReport>
}

/** Replicates of each analysis. */
export const REPLICATES = 3
const READERS = 3

/** Starts the load on a URL with the key of an organization. */
export function startLoad(url: string, key: string): Load {
  const report: LoadReport = { failures: [], requests: 0, started: [], ended: new Set(), reconnects: 0 }
  let isRunning = true
  const waiting: { count: number; resolve: () => void }[] = []
  const send = async (path: string, expected: number, init: RequestInit = {}): Promise<Response | null> => {
    try {
      const response = await fetch(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
      if (response.status !== expected)
        report.failures.push(`${path}: ${response.status} ${await response.text()}`)
      else {
        report.requests += 1
        for (const entry of waiting) if (--entry.count <= 0) entry.resolve()
        return response
      }
    } catch (error) {
      report.failures.push(`${path}: ${error instanceof Error ? (error.cause ?? error) : error}`)
    }
    return null
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${key}` },
    retryAttempts: 20,
    shouldRetry: () => true,
    on: {
      closed: () => {
        report.reconnects += 1
      },
    },
  })
  const follow = async (analysisId: string) => {
    const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { status progress { completed } } }`
    let completed = 0
    let status = ''
    for await (const { data, errors } of client.iterate<{ asyncAnalysisProgress: Shown }>({ query })) {
      if (errors) report.failures.push(`subscription: ${JSON.stringify(errors)}`)
      const shown = data?.asyncAnalysisProgress
      if (!shown) continue
      if (shown.progress.completed < completed) report.failures.push('subscription: the progress went back')
      completed = shown.progress.completed
      status = shown.status
    }
    if (status === 'COMPLETED' && completed === REPLICATES) report.ended.add(analysisId)
    else report.failures.push(`subscription: ended with ${status} after ${completed} answers`)
  }
  let number = 0
  const starter = async () => {
    while (isRunning) {
      number += 1
      const prompt = `Question ${number}`
      const body = { prompts: [prompt], brandName: 'Acme', replicates: REPLICATES, providers: ['local'] }
      const response = await send('/v1/async-analysis', 202, {
        method: 'POST',
        body: JSON.stringify({ ...body, locations: ['US'] }),
      })
      if (!response) continue
      const { data } = (await response.json()) as { data: { analysisId: string } }
      report.started.push(data.analysisId)
      // At most as fast as the analyses end, so that the load does not grow.
      await follow(data.analysisId)
    }
  }
  const reader = async () => {
    while (isRunning) {
      await send('/v1/providers', 200)
      await send('/graphql', 200, {
        method: 'POST',
        body: JSON.stringify({ query: '{ viewer { organization { credits } } }' }),
      })
    }
  }
  const loops = [starter(), starter(), ...Array.from({ length: READERS }, reader)]
  return {
    report,
    more: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    async stop() {
      isRunning = false
      await Promise.all(loops)
      await client.dispose()
      return report
    },
  }
}

interface Shown {
  status: string
  progress: { completed: number }
}

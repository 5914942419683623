import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake scraping vendor on the loopback address. The test decides when its answers are ready. */
export interface SnapshotVendor {
  url: string
  /** Prompts that were bought, in order. */
  bought: string[]
  /** Resolves at the next request for the status of an answer. */
  polled(): Promise<unknown>
  /** Makes all current and future answers ready. */
  finish(): void
  close(): void
}

/** Starts a vendor on a free port. It uses the wire format of Bright Data. */
export async function startSnapshotVendor(): Promise<SnapshotVendor> {
  const bought: string[] = []
  let finished = false
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname } = new URL(request.url ?? '/', 'http://vendor')
    const reply = (body: object) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname.endsWith('/trigger')) {
      const [input] = JSON.parse(text) as { prompt: string }[]
      bought.push(input?.prompt ?? '')
      return reply({ snapshot_id: `s_${bought.length}` })
    }
    if (pathname.includes('/progress/')) {
      server.emit('polled')
      return reply({ status: finished ? 'ready' : 'running' })
    }
    const prompt = bought[Number(pathname.split('_').at(-1)) - 1]
    reply([{ prompt, answer_text_markdown: 'Acme is best.', country: 'US' }])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bought,
    polled: () => once(server, 'polled'),
    finish() {
      finished = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

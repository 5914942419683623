import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { combineHashes, createRandom, hashText } from '../src/providers/simulated/seeded-random.ts'

/** Temporary faults that vendors return instead of answers. A question can encounter several before it is answered. */
export const PASSING_FAULTS = [
  'limited',
  'server_error',
  'server_error_with_delay',
  'overloaded',
  'reset',
  'silent_then_reset',
  'page_of_html',
  'half_body',
] as const

type PassingFault = (typeof PASSING_FAULTS)[number] | 'limited_without_delay'

/** Vendors on the loopback address with one path each. One always works; the others fail depending on a seed. */
export interface FaultVendors {
  /** Entries of PROVIDERS_FILE; `xai` never fails. */
  providers: readonly { id: string; driver: string; baseUrl: string }[]
  /** API keys of the vendors. */
  environment: Record<string, string>
  /** How often each question got a complete response, by request. Each one is paid for. */
  paid: Map<string, number>
  /** Questions whose paid response was truncated JSON. */
  unreadable: Set<string>
  /** Questions that were rejected as invalid. */
  refused: Set<string>
  /** How often each fault occurred. */
  faults: Map<PassingFault, number>
  close(): void
}

/** How vendors fail. */
interface FaultPlan {
  seed: number
  /** Share of attempts with a temporary fault. There are no faults after a question's third attempt. */
  passing: number
  /** Share of questions that are rejected, and share of the others whose response is truncated. */
  lasting: number
  /** Response time in milliseconds. */
  latency: number
}

const ATTEMPTS_WITH_FAULTS = 3
const TEXT = 'Acme is the best choice. Globex comes second.'

/** One vendor per wire format, with its path and the body of its answers. */
const VENDORS = {
  openai: { path: '/openai/v1', answer: responseOf },
  anthropic: {
    path: '/anthropic/v1',
    answer: () => ({
      model: 'claude-sonnet-5-5',
      content: [{ type: 'text', text: TEXT }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 12 },
    }),
  },
  perplexity: { path: '/perplexity/v1', answer: responseOf },
  xai: { path: '/xai/v1', answer: responseOf },
} as const

type Vendor = keyof typeof VENDORS

function responseOf(): object {
  return {
    status: 'completed',
    model: 'model-1',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: TEXT, annotations: [] }] },
    ],
    usage: { input_tokens: 3, output_tokens: 12 },
  }
}

/**
 * Starts the vendors on a free port. The faults of a question depend only on the seed, its text and the number of
 * attempts, never on time.
 */
export async function startFaultVendors(plan: FaultPlan): Promise<FaultVendors> {
  const paid = new Map<string, number>()
  const unreadable = new Set<string>()
  const refused = new Set<string>()
  const faults = new Map<PassingFault, number>()
  const attempts = new Map<string, number>()
  const contacted = new Set<Vendor>()

  const server = createServer(async (request, response) => {
    let question = ''
    for await (const chunk of request) question += chunk
    const vendor = vendorOf(request.url ?? '')
    const key = `${vendor} ${question}`
    const attempt = (attempts.get(key) ?? 0) + 1
    attempts.set(key, attempt)
    await pause(plan.latency)
    const answer = JSON.stringify(VENDORS[vendor].answer())
    const pay = (body: string) => {
      paid.set(key, (paid.get(key) ?? 0) + 1)
      reply(response, 200, body)
    }
    if (vendor === 'xai') return pay(answer)
    const first = plan.passing > 0 && !contacted.has(vendor)
    contacted.add(vendor)
    const fault = first ? 'limited_without_delay' : faultOf(plan, key, attempt)
    if (fault !== null) {
      faults.set(fault, (faults.get(fault) ?? 0) + 1)
      return fail(response, fault, answer)
    }
    const fate = createRandom(combineHashes(plan.seed, hashText(key)))
    if (fate.chance(plan.lasting)) {
      refused.add(key)
      return reply(response, 400, JSON.stringify({ error: { message: 'This question is not understood.' } }))
    }
    if (!fate.chance(plan.lasting)) return pay(answer)
    unreadable.add(key)
    pay(answer.slice(0, answer.length / 2))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = Object.keys(VENDORS) as Vendor[]
  return {
    providers: names.map((name) => ({ id: name, driver: name, baseUrl: `${origin}${VENDORS[name].path}` })),
    environment: Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_API_KEY`, 'sk-secret'])),
    paid,
    unreadable,
    refused,
    faults,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function vendorOf(path: string): Vendor {
  const names = Object.keys(VENDORS) as Vendor[]
  const vendor = names.find((name) => path.startsWith(`/${name}/`))
  if (!vendor) throw new Error(`no vendor for the path ${path}`)
  return vendor
}

function faultOf({ seed, passing }: FaultPlan, key: string, attempt: number): PassingFault | null {
  if (attempt > ATTEMPTS_WITH_FAULTS) return null
  const random = createRandom(combineHashes(seed + attempt, hashText(key)))
  return random.chance(passing) ? (PASSING_FAULTS[random.below(PASSING_FAULTS.length)] ?? null) : null
}

function reply(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Time in milliseconds without a response before the vendor closes the connection. */
const SILENCE = 1_500

async function fail(response: ServerResponse, fault: PassingFault, answer: string): Promise<void> {
  const error = JSON.stringify({ error: { message: 'Try again.' } })
  switch (fault) {
    case 'limited_without_delay':
      return reply(response, 429, error)
    case 'limited':
      return reply(response, 429, error, { 'retry-after-ms': '20' })
    case 'server_error':
      return reply(response, 500, error)
    case 'server_error_with_delay':
      return reply(response, 503, error, { 'retry-after-ms': '20' })
    case 'overloaded':
      return reply(response, 529, error)
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'silent_then_reset':
      await pause(SILENCE)
      response.socket?.resetAndDestroy()
      return
    case 'page_of_html':
      return reply(response, 200, '<html>Maintenance</html>', { 'content-type': 'text/html' })
    case 'half_body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      response.write(answer.slice(0, answer.length / 2))
      response.socket?.end()
  }
}

import { CircuitOpenError, createBreakers } from './breaker.ts'
import { endpointUrl, readChatCompletion } from './chat-completion.ts'
import { ProviderError } from './driver.ts'
import { failureOf, failureWithinSuccess } from './http-failure.ts'
import { type HttpAnswer, networkReason, postJson } from './post-json.ts'

/** A question that is to be answered in JSON of a given form. */
export interface JudgeQuestion {
  system: string
  user: string
  /** JSON Schema of the answer. */
  form: { name: string; schema: object }
}

export interface JudgeAnswer {
  /** As the model wrote it: whether it has the form is for the asker to see. Empty for a refusal. */
  text: string
  /** The model the server says it was; as configured where it says nothing. */
  model: string
  usage: { inputTokens: number | null; outputTokens: number | null } | null
  /** The body as received. */
  raw: string
}

/** A language model that is asked for its opinion of what has been found. */
export interface Judge {
  /** As configured. */
  readonly model: string
  /** Tokens it may cost an organization in a day of UTC. */
  readonly dailyTokens: number
  /**
   * @throws {ProviderError} whose message holds no word that a server sent: it may repeat the question, or the key
   */
  ask(question: JudgeQuestion): Promise<JudgeAnswer>
}

/** Where the judge is, and what it may cost. */
export interface JudgeOptions {
  /** The address `/chat/completions` is appended to. */
  baseUrl: string
  model: string
  /** Sent as a Bearer token; null sends none. */
  apiKey: string | null
  dailyTokens: number
  /** Milliseconds, 20,000 unless given: a unit waits for it. */
  timeout?: number
}

const LARGEST_BODY = 512 * 1024
const LONGEST_NAME = 200
const PROBE_TIMEOUT = 5_000

/**
 * A judge at a server that speaks OpenAI's chat completions. It is asked once; a server that refuses the wanted form or temperature
 * (400, 422) once more without them, and from then on always so. Five failures in a row, and it is left alone for 30 s, after which one
 * question tries it again while others are turned away.
 */
export function createJudge(options: JudgeOptions): Judge {
  const { model, dailyTokens, timeout = 20_000 } = options
  const url = endpointUrl(options.baseUrl, '/chat/completions').href
  const headers = authorization(options)
  const guard = createBreakers().guard({ id: 'judge' })
  let formless = false
  let trying = false

  function post(body: object): Promise<HttpAnswer> {
    // Nobody gives up before the timeout.
    const { signal } = new AbortController()
    return postJson({ url, headers, body, signal, timeout, largestBody: LARGEST_BODY })
  }

  async function send({ system, user, form }: JudgeQuestion): Promise<HttpAnswer> {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    const body = { model, messages, stream: false }
    if (formless) return post(body)
    const format = { type: 'json_schema', json_schema: { ...form, strict: true } }
    const answer = await post({ ...body, temperature: 0, response_format: format })
    if (answer.status !== 400 && answer.status !== 422) return answer
    const again = await post(body)
    formless = isSuccess(again)
    return again
  }

  async function ask(question: JudgeQuestion): Promise<JudgeAnswer> {
    const answer = await send(question)
    const failure = isSuccess(answer) ? failureWithinSuccess(answer, null) : failureOf(answer, null)
    if (failure) {
      // All questions have one form: a server that refuses one after the other will refuse the next, so that it counts.
      const kind = failure.kind === 'invalid' ? 'stop' : failure.kind
      throw new ProviderError(kind, `HTTP ${answer.status}: an error`)
    }
    const { text, model: reported, usage } = completionOf(answer)
    return { text, model: reported?.slice(0, LONGEST_NAME) || model, usage, raw: answer.body }
  }

  return {
    model,
    dailyTokens,
    async ask(question) {
      const trial = guard.state === 'half_open'
      // The guard would have all of them wait for the one that tries.
      if (trial && trying) throw new CircuitOpenError('judge', 0)
      trying ||= trial
      try {
        return await guard.run(() => ask(question))
      } finally {
        if (trial) trying = false
      }
    },
  }
}

/** Asks the server for its models: nothing is bought. Null when it can be used, as far as that shows; else why not. */
export async function probeJudge(options: JudgeOptions): Promise<string | null> {
  try {
    const response = await fetch(endpointUrl(options.baseUrl, '/models'), {
      headers: authorization(options),
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_TIMEOUT),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403)
      return `HTTP ${response.status}: it refuses the key`
    // Not every server lists its models.
    return response.status >= 500 ? `HTTP ${response.status}` : null
  } catch (error) {
    return `no connection: ${networkReason(error)}`
  }
}

function authorization({ apiKey }: JudgeOptions): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300
}

function completionOf({ body }: HttpAnswer) {
  try {
    return readChatCompletion(body)
  } catch {
    throw new ProviderError('drift', 'the body is not a chat completion')
  }
}

import { CircuitOpenError, createBreakers } from '../breaker.ts'
import { ProviderError } from '../driver.ts'
import { endpointUrl, readChatCompletion } from '../formats/chat-completion.ts'
import { failureOf, failureWithinSuccess } from '../http/http-failure.ts'
import { type HttpAnswer, networkReason, sendRequest } from '../http/send-request.ts'
import { parseBody } from '../http/stored-exchange.ts'

/** A request for an answer in JSON that follows a schema. */
export interface JudgeQuestion {
  system: string
  user: string
  /** JSON Schema of the answer. */
  form: { name: string; schema: object }
}

/** The reply to a {@link JudgeQuestion}. */
export interface JudgeAnswer {
  /** As the model wrote it, not checked against the schema. Empty for a refusal. */
  text: string
  /** The model as the server reports it; as configured when it reports none. */
  model: string
  usage: { inputTokens: number | null; outputTokens: number | null } | null
  /** The body as received. */
  raw: string
}

/** A language model that labels the mentions which extraction found in an answer. */
export interface Judge {
  /** As configured. */
  readonly model: string
  /** Maximum number of tokens it may use for an organization in a UTC day. */
  readonly dailyTokens: number
  /**
   * Sends one question.
   * @throws {ProviderError} without anything that the server sent in its message, because that may contain the question or the key
   */
  ask(question: JudgeQuestion): Promise<JudgeAnswer>
}

/** Options of {@link createJudge}. */
export interface JudgeOptions {
  /** `/chat/completions` is appended to it. */
  baseUrl: string
  model: string
  /** Sent as a Bearer token; null sends none. */
  apiKey: string | null
  dailyTokens: number
  /** Time limit of a question in milliseconds, by default 20,000; the unit waits for it. */
  timeout?: number
}

/** Bytes. */
const MAXIMUM_BODY = 512 * 1024
/** Characters of a reported model name that are stored. */
const MAXIMUM_NAME = 200
/** Milliseconds. */
const PROBE_TIMEOUT = 5_000

/**
 * Creates a judge at a server with the API of OpenAI's chat completions. Questions are not retried, because an extraction is
 * complete without a judge's labels. When the server refuses the JSON schema or the temperature (400, 422), this question and
 * all later ones are sent without them. After five failures in a row the server is not asked for 30 s, and for five minutes
 * after it has refused the key; then one trial question is sent, while others fail at once with {@link CircuitOpenError}.
 */
export function createJudge(options: JudgeOptions): Judge {
  const { model, dailyTokens, timeout = 20_000 } = options
  const url = endpointUrl(options.baseUrl, '/chat/completions').href
  const headers = authorization(options)
  const guard = createBreakers().guard({ id: 'judge' })
  let refusesSchema = false

  function post(body: object): Promise<HttpAnswer> {
    // Never aborted: only the time limit ends the request.
    const { signal } = new AbortController()
    return sendRequest({ url, headers, body, signal, timeout, maximumBody: MAXIMUM_BODY })
  }

  async function send({ system, user, form }: JudgeQuestion): Promise<HttpAnswer> {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    const body = { model, messages, stream: false }
    if (refusesSchema) return post(body)
    const format = { type: 'json_schema', json_schema: { ...form, strict: true } }
    const answer = await post({ ...body, temperature: 0, response_format: format })
    if (answer.status !== 400 && answer.status !== 422) return answer
    const again = await post(body)
    refusesSchema = isSuccess(again)
    return again
  }

  async function ask(question: JudgeQuestion): Promise<JudgeAnswer> {
    const answer = await send(question)
    const failure = isSuccess(answer) ? failureWithinSuccess(answer) : failureOf(answer)
    if (failure) {
      // `retry` counts for the circuit breaker: all questions have the same form, so that a server that refuses some is not usable.
      const kind = failure.kind === 'invalid' ? 'retry' : failure.kind
      throw new ProviderError(kind, `HTTP ${answer.status}: an error`)
    }
    const { text, model: reported, usage } = completionOf(answer)
    return {
      text,
      model: reported?.slice(0, MAXIMUM_NAME) || model,
      usage: usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
      raw: answer.body,
    }
  }

  return {
    model,
    dailyTokens,
    async ask(question) {
      // Fails at once instead of waiting for the trial question: the unit waits for the judge.
      if (guard.onTrial) throw new CircuitOpenError('judge', { cause: null, retryAfter: 0 })
      return guard.run(() => ask(question))
    },
  }
}

/**
 * Checks the judge's server by listing its models, which costs nothing. Returns null when no problem is found, otherwise the
 * problem.
 */
export async function probeJudge(options: JudgeOptions): Promise<string | null> {
  try {
    const response = await fetch(endpointUrl(options.baseUrl, '/models'), {
      headers: authorization(options),
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_TIMEOUT),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403)
      return `HTTP ${response.status}: the server refuses the key`
    // Other statuses are no problem: not every server lists its models.
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
    return readChatCompletion(parseBody(body))
  } catch {
    throw new ProviderError('drift', 'the body is not a chat completion')
  }
}

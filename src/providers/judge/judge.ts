import { ProviderError } from '../../core/provider-port/driver.ts'
import type { Judge, JudgeAnswer, JudgeQuestion } from '../../core/provider-port/judge.ts'
import { CircuitOpenError, createBreakers } from '../breaker.ts'
import { endpointUrl, readChatCompletion } from '../formats/chat-completion.ts'
import { failureOf, failureWithinSuccess } from '../http/http-failure.ts'
import { type HttpAnswer, networkReason, sendRequest } from '../http/send-request.ts'
import { parseBody } from '../http/stored-exchange.ts'

/** Options of {@link createJudge}. */
export interface JudgeOptions {
  /** `/chat/completions` is appended to it. */
  baseUrl: string
  model: string
  /** Sent as a Bearer token; null sends none. */
  apiKey: string | null
  dailyTokens: number
  /** As in {@link Judge}, 1 by default. */
  below?: number
  /** Time limit of a question in milliseconds, 20,000 by default. The job that extracts the answer waits for it. */
  timeout?: number
}

/** Bytes. */
const MAXIMUM_BODY = 512 * 1024
/** Maximum length of a stored model name in characters. */
const MAXIMUM_NAME = 200
/** Milliseconds. */
const PROBE_TIMEOUT = 5_000

/**
 * Creates a judge that uses a server with OpenAI's chat completions API.
 *
 * Questions are not retried, because an extraction is complete without the judge's labels.
 *
 * If the server rejects the JSON schema or the temperature (400 or 422), this question and all later ones are sent
 * without them.
 *
 * The circuit opens for 30 seconds after five consecutive failures, and for five minutes after a refused key. Then a
 * single trial question is sent, while other questions fail at once with {@link CircuitOpenError}.
 */
export function createJudge(options: JudgeOptions): Judge {
  const { model, dailyTokens, below = 1, timeout = 20_000 } = options
  const url = endpointUrl(options.baseUrl, '/chat/completions').href
  const headers = authorization(options)
  const guard = createBreakers().guard({ id: 'judge', connectionId: '' })
  let refusesSchema = false

  function post(body: object): Promise<HttpAnswer> {
    // The signal is never aborted. Only the time limit ends the request.
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
      // Counts as `retry` for the circuit breaker. All questions have the same format, so a server that rejects some
      // of them is unusable.
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
    below,
    async ask(question) {
      // Fail at once instead of waiting for the trial question, because the caller's job is waiting for the judge.
      if (guard.onTrial) throw new CircuitOpenError('judge', { cause: null, retryAfter: 0 })
      return guard.run(() => ask(question))
    },
  }
}

/** Checks the judge's server by listing its models, which is free. Returns the problem it found, or null. */
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
    // Other statuses are fine, because not every server lists its models.
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

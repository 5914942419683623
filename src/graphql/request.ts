import type { IncomingMessage } from 'node:http'
import { parseRequestParams, type RequestParams } from 'graphql-http'
import { RequestError } from './errors.ts'
import { LARGEST_MESSAGE } from './limits.ts'

/** What is thrown away at most of a body that is too large, in bytes, so that its sender gets to read the answer. */
const MOST_DRAINED = 64_000_000

/**
 * Reads the operation a request asks for (GraphQL over HTTP, "Request").
 * @throws {RequestError} 400, 405, 413 or 415
 */
export async function readOperation(request: IncomingMessage): Promise<RequestParams> {
  const { method = 'GET', url = '', headers } = request
  const tooLarge = { yes: false }
  try {
    const params = await parseRequestParams({
      method,
      url,
      headers,
      body: () => readBody(request, tooLarge),
      raw: request,
      context: undefined,
    })
    // A refusal in the library's form: a body of its own and a status.
    if (isRefusal(params)) throw refusal(params[1].status)
    return params
  } catch (error) {
    if (error instanceof RequestError) throw error
    if (tooLarge.yes) throw new RequestError(`The body is larger than ${LARGEST_MESSAGE / 1_000} KB.`, 413)
    throw new RequestError(`${error instanceof Error ? error.message : 'Unreadable request'}.`, 400)
  }
}

function isRefusal(
  params: Awaited<ReturnType<typeof parseRequestParams>>,
): params is Exclude<typeof params, RequestParams> {
  return Array.isArray(params)
}

function refusal(status: number): RequestError {
  return status === 415
    ? new RequestError('The body must be JSON: send the header Content-Type: application/json.', 415)
    : new RequestError('Operations are sent by POST; queries may be sent by GET.', 405)
}

async function readBody(request: IncomingMessage, tooLarge: { yes: boolean }): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_MESSAGE) return refuse(request, tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      if (tooLarge.yes) return
      size += chunk.length
      if (size <= LARGEST_MESSAGE) return void chunks.push(chunk)
      refuse(request, tooLarge).catch(reject)
    })
    request.on('end', () => {
      if (!tooLarge.yes) resolve(Buffer.concat(chunks).toString())
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('The request ended early')))
  })
}

/** The rest is read and forgotten before anything is answered: a connection closed while its client sends takes the answer with it. */
function refuse(request: IncomingMessage, tooLarge: { yes: boolean }): Promise<never> {
  tooLarge.yes = true
  let drained = 0
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > MOST_DRAINED) request.destroy()
  })
  return new Promise((_, reject) => {
    for (const event of ['end', 'close']) request.once(event, () => reject(new Error('too large')))
  })
}

import type { Answergraph, Outcome } from '@answergraph/client'
import { type Command, Option } from 'commander'
import { AppError, ERRORS, type ErrorCode } from '../../core/foundation/errors.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import { getErrorMessage } from '../../infra/error-message.ts'
import type { Operations } from '../foundation/operations.ts'

/** Options of commands that call a running server. */
export interface RemoteOptions {
  key?: string
  url?: string
}

/** Adds the options --key and --url, which can also be given as variables. */
export function addRemoteOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--key <key>',
        'API key; prefer the variable, because other users of this machine can see arguments',
      ).env('ANSWERGRAPH_KEY'),
    )
    .addOption(
      new Option('--url <address>', 'address of the server (default: this machine at PORT, or 4000)').env(
        'ANSWERGRAPH_URL',
      ),
    )
}

/**
 * Returns the address and the key of a server.
 * @throws {AppError} BAD_REQUEST for an invalid URL; UNAUTHORIZED without a key
 */
export async function addressOf(
  operations: Pick<Operations, 'readConfig'>,
  { key, url }: RemoteOptions,
): Promise<{ url: URL; key: string }> {
  const given = url ?? `http://127.0.0.1:${(await operations.readConfig()).port}`
  const address = parseUrl(given)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new AppError(
      'BAD_REQUEST',
      `--url must be an address such as http://127.0.0.1:4000, not "${given}".`,
    )
  if (!key) throw new AppError('UNAUTHORIZED', 'Give a key: in the variable ANSWERGRAPH_KEY, or with --key.')
  return { url: address, key }
}

/** The client library and a client of the server. */
export interface Remote {
  client: Answergraph
  library: typeof import('@answergraph/client')
}

/**
 * Runs `use` with a client of a running server.
 * @throws {AppError} as {@link addressOf}; the error of the server; SERVICE_UNAVAILABLE if it cannot be reached
 */
export async function withRemote<Result>(
  operations: Pick<Operations, 'readConfig'>,
  options: RemoteOptions,
  use: (remote: Remote) => Promise<Result>,
): Promise<Result> {
  const { url, key } = await addressOf(operations, options)
  // Loaded here, so that other commands start without it.
  const library = await import('@answergraph/client')
  try {
    return await use({ client: library.createAnswergraph({ url: url.origin, key }), library })
  } catch (error) {
    if (error instanceof library.AnswergraphError) throw toAppError(error)
    if (error instanceof TypeError && error.message === 'fetch failed')
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        `${url.origin} cannot be reached: ${getErrorMessage(error.cause)}`,
      )
    throw error
  }
}

/** Returns the data of a response, or throws the error of the server. */
export async function dataOf<Data>(
  { library }: Remote,
  outcome: Promise<Outcome<{ data: Data }>>,
): Promise<Data> {
  return (await library.unwrap(outcome)).data
}

type RemoteError = InstanceType<Remote['library']['AnswergraphError']>

function toAppError({ code, message, status, fieldErrors }: RemoteError): AppError {
  const isKnown = (name: string): name is ErrorCode => name in ERRORS
  if (!isKnown(code)) return new AppError('UPSTREAM_ERROR', `The server responded with status ${status}.`)
  return new AppError(code, message, Object.keys(fieldErrors).length > 0 ? { fieldErrors } : {})
}

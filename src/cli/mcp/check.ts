import { SdkHttpError } from '@modelcontextprotocol/client'
import { AppError } from '../../core/foundation/errors.ts'
import type { McpAddress } from './address.ts'
import { openTransport } from './bridge.ts'
import { describeFailure } from './failure.ts'

/**
 * Checks an MCP endpoint by sending one message.
 * @throws {AppError} UNAUTHORIZED for an invalid key, SERVICE_UNAVAILABLE if there is no MCP endpoint
 */
export async function checkEndpoint(address: McpAddress): Promise<void> {
  const http = openTransport(address)
  try {
    await http.start()
    await http.send({ jsonrpc: '2.0', id: 0, method: 'ping' })
  } catch (error) {
    const unauthorized = error instanceof SdkHttpError && error.status === 401
    throw new AppError(
      unauthorized ? 'UNAUTHORIZED' : 'SERVICE_UNAVAILABLE',
      describeFailure(error, address),
      { cause: error },
    )
  } finally {
    await http.close()
  }
}

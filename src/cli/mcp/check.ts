import { SdkHttpError } from '@modelcontextprotocol/client'
import { AppError } from '../../core/errors.ts'
import type { McpAddress } from './address.ts'
import { openTransport } from './bridge.ts'
import { describeFailure } from './failure.ts'

/**
 * Sends one message to an MCP endpoint.
 * @throws {AppError} UNAUTHORIZED for a key that it refuses, SERVICE_UNAVAILABLE when it does not answer as one
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

import { AppError } from '../../core/foundation/errors.ts'
import { parseUrl } from '../../definitions/parse-url.ts'

/** Address and key of an MCP endpoint. */
export interface McpAddress {
  /** Ends with /mcp. */
  url: URL
  key: string
}

/**
 * Returns the address of a server's MCP endpoint.
 * @param url the server's URL, such as `http://127.0.0.1:4000`; a URL that ends with /mcp is used unchanged
 * @throws {AppError} BAD_REQUEST for an invalid URL, UNAUTHORIZED without a key
 */
export function mcpAddress(url: string, key: string | undefined): McpAddress {
  const endpoint = parseUrl(url)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol))
    throw new AppError('BAD_REQUEST', `--url must be an address such as http://127.0.0.1:4000, not "${url}".`)
  if (!key) throw new AppError('UNAUTHORIZED', 'Give a key: in the variable ANSWERGRAPH_KEY, or with --key.')
  const path = endpoint.pathname.replace(/\/+$/, '')
  endpoint.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`
  return { url: endpoint, key }
}

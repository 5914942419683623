import { AppError } from '../../core/errors.ts'

/** Where an MCP endpoint is, and the key to use there. */
export interface McpAddress {
  /** Ends with /mcp. */
  url: URL
  key: string
}

/**
 * The address of the MCP endpoint of a server.
 * @param url that of the server, such as `http://127.0.0.1:4000`; one that ends with /mcp is taken as it is
 * @throws {AppError} BAD_REQUEST for anything that is no URL, UNAUTHORIZED without a key
 */
export function mcpAddress(url: string, key: string | undefined): McpAddress {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new AppError('BAD_REQUEST', `--url must be an address such as http://127.0.0.1:4000, not "${url}".`)
  if (!key) throw new AppError('UNAUTHORIZED', 'Give a key: in the variable ANSWERGRAPH_KEY, or with --key.')
  const endpoint = new URL(url)
  const path = endpoint.pathname.replace(/\/+$/, '')
  endpoint.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`
  return { url: endpoint, key }
}

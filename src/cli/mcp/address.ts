/** Address and key of an MCP endpoint. */
export interface McpAddress {
  /** Ends with /mcp. */
  url: URL
  key: string
}

/** Returns the address of a server's MCP endpoint. A URL that ends with /mcp is used unchanged. */
export function mcpAddress({ url, key }: McpAddress): McpAddress {
  const endpoint = new URL(url)
  const path = endpoint.pathname.replace(/\/+$/, '')
  endpoint.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`
  return { url: endpoint, key }
}

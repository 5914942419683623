import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { addRemoteOptions, addressOf, type RemoteOptions } from '../remote/connection.ts'

/** Adds `mcp`, which serves MCP over standard input and output, for agents that start their servers as processes. */
export function addMcpCommand(program: Command, operations: Operations): void {
  addRemoteOptions(
    program
      .command('mcp')
      .description('serve MCP over standard input and output by connecting to a running server'),
  ).action(async (options: RemoteOptions) => {
    // Loaded here, because the MCP libraries take longer to load than everything else in the command line.
    const { mcpAddress } = await import('../mcp/address.ts')
    const { checkEndpoint } = await import('../mcp/check.ts')
    const { bridgeStdio } = await import('../mcp/bridge.ts')
    const address = mcpAddress(await addressOf(operations, options))
    await checkEndpoint(address)
    await bridgeStdio(address, (line) => process.stderr.write(`${line}\n`))
  })
}

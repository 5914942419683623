import { type Command, Option } from 'commander'
import type { Operations } from '../operations.ts'

/** `mcp`: MCP at standard input and output, for agents that start their servers as processes. */
export function addMcpCommand(program: Command, operations: Operations): void {
  program
    .command('mcp')
    .description('serve MCP at standard input and output, by the MCP endpoint of a running server')
    .addOption(
      new Option(
        '--key <key>',
        'a key; other users of this machine can see arguments, but not variables',
      ).env('ANSWERGRAPH_KEY'),
    )
    .addOption(
      new Option('--url <address>', 'of the server (default: this machine, at PORT, else 4000)').env(
        'ANSWERGRAPH_URL',
      ),
    )
    .action(async ({ key, url }: { key?: string; url?: string }) => {
      // The protocol's libraries take longer to load than all other commands.
      const { mcpAddress } = await import('../mcp/address.ts')
      const { checkEndpoint } = await import('../mcp/check.ts')
      const { bridgeStdio } = await import('../mcp/bridge.ts')
      const address = mcpAddress(url ?? `http://127.0.0.1:${operations.readConfig().port}`, key)
      await checkEndpoint(address)
      await bridgeStdio(address, (line) => process.stderr.write(`${line}\n`))
    })
}

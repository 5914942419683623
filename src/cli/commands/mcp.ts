import { type Command, Option } from 'commander'
import type { Operations } from '../foundation/operations.ts'

/** Adds `mcp`, which serves MCP over standard input and output, for agents that start their servers as processes. */
export function addMcpCommand(program: Command, operations: Operations): void {
  program
    .command('mcp')
    .description('serve MCP over standard input and output by connecting to a running server')
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
    .action(async ({ key, url }: { key?: string; url?: string }) => {
      // Loaded here, because the MCP libraries take longer to load than everything else in the command line.
      const { mcpAddress } = await import('../mcp/address.ts')
      const { checkEndpoint } = await import('../mcp/check.ts')
      const { bridgeStdio } = await import('../mcp/bridge.ts')
      const address = mcpAddress(url ?? `http://127.0.0.1:${(await operations.readConfig()).port}`, key)
      await checkEndpoint(address)
      await bridgeStdio(address, (line) => process.stderr.write(`${line}\n`))
    })
}

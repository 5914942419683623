import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.ts'
import { schema } from '../../src/graphql/schema.ts'
import { TOOLS } from '../../src/mcp/tools/all.ts'
import { isAbsent, type Operation, type Surface } from './operation.ts'
import { restRoutes } from './result-shape.ts'

/** What has no entry of its own in the table, each with its reason. */
export const WITHOUT_ENTRY: Readonly<Record<Surface, Readonly<Record<string, string>>>> = {
  rest: { 'GET /v1/openapi.json': 'it describes the API, and needs no key' },
  graphql: { 'query nodes': '`node` for several ids: the same code reads both' },
  mcp: {},
  cli: {
    start: 'it serves',
    migrate: 'it changes tables, not what is in them',
    doctor: 'it checks the installation',
    extract: 'it reads a file, without a database',
    mcp: 'it passes messages to the tools',
  },
}

/** What a surface offers: routes, root fields, tools, commands. */
export function offeredBy(surface: Surface): string[] {
  switch (surface) {
    case 'rest':
      return restRoutes()
    case 'graphql':
      return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
        Object.keys(root?.getFields() ?? {}).map((field) => `${root?.name.toLowerCase()} ${field}`),
      )
    case 'mcp':
      return TOOLS.map(({ name }) => name)
    case 'cli':
      return commandsBelow(createProgram(NOTHING, true))
  }
}

/** What of a surface an entry carries out, by the names of {@link offeredBy}. */
export function usedBy(operation: Operation, surface: Surface): string[] {
  const { rest, graphql, mcp, cli } = operation
  switch (surface) {
    case 'rest':
      return isAbsent(rest) ? [] : [rest.request.replace(/\{\w+\}/g, '{}')]
    case 'graphql':
      return isAbsent(graphql) ? [] : [`${graphql.kind} ${/^\w+/.exec(graphql.path[0])?.[0]}`]
    case 'mcp':
      return isAbsent(mcp) || mcp.method !== 'tools/call'
        ? []
        : [(mcp.parameters({}) as { name: string }).name]
    case 'cli':
      return isAbsent(cli) ? [] : [cli.command.replace(/ --.*/, '')]
  }
}

function commandsBelow(command: Command, above: readonly string[] = []): string[] {
  return command.commands.flatMap((inner) => {
    const words = [...above, inner.name()]
    return inner.commands.length > 0 ? commandsBelow(inner, words) : [words.join(' ')]
  })
}

function unused(): never {
  throw new Error('no command is carried out')
}

const NOTHING = { readConfig: unused, start: unused, migrate: unused, doctor: unused, withOperator: unused }

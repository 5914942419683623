import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.ts'
import { schema } from '../../src/graphql/engine/schema.ts'
import { TOOLS } from '../../src/mcp/tools/all.ts'
import { isAbsent, type Operation, type Surface } from './operation.ts'
import { restRoutes } from './result-shape.ts'

/** Of commands with a key. */
const CALLS_REST = 'it calls REST, whose operations have entries; test/cli tests it'

/** Of commands about database roles. */
const CHANGES_ROLES = 'it manages roles of PostgreSQL, which only operators may do; test/core tests it'
/** Of tests of scheduled reports. */
const SENDS_MAIL = 'the installations of the table have no mail server; test/api tests it'

/** Routes, fields, tools and commands without an entry in the table, each with the reason. */
export const WITHOUT_ENTRY: Readonly<Record<Surface, Readonly<Record<string, string>>>> = {
  rest: {
    'GET /v1/openapi.json': 'it describes the API and needs no key',
    'GET /v1/analysis/exports/{}':
      'it returns a file of all answers or metrics, which the other surfaces return in pages; test/api tests it',
    'POST /v1/settings/report-schedule/test': SENDS_MAIL,
  },
  graphql: {
    'query nodes': '`node` with several ids; both use the same code',
    'mutation sendTestReport': SENDS_MAIL,
  },
  mcp: {},
  cli: {
    start: 'it runs the server',
    migrate: 'it changes the database schema, not its contents',
    'org export': 'it writes a file; test/cli tests it',
    'org erase': 'it deletes the organization of the other entries; test/cli tests it',
    backup: 'it copies the embedded database; test/operations tests it',
    restore: 'it restores such a copy',
    config: 'it prints the environment variables',
    doctor: 'it checks the installation',
    extract: 'it reads a file and uses no database',
    mcp: 'it forwards messages to the tools',
    'reporting-role create': CHANGES_ROLES,
    'reporting-role list': CHANGES_ROLES,
    'reporting-role rotate': CHANGES_ROLES,
    'reporting-role revoke': CHANGES_ROLES,
    'run start': CALLS_REST,
    'run wait': CALLS_REST,
    'run show': CALLS_REST,
    trends: CALLS_REST,
    export: CALLS_REST,
    check: CALLS_REST,
    complete: 'it prints completions for a shell',
    'setup-link': 'it only works before the first organization exists; test/cli tests it',
  },
}

/** Core functions that a surface calls outside of the entries, with the reason. */
export const VERBS_WITHOUT_ENTRY: Readonly<Record<Surface, Readonly<Record<string, string>>>> = {
  rest: { exportRows: 'the route returns a file', sendTestReport: SENDS_MAIL },
  graphql: {
    areBranded: 'it reads a field of prompts; test/api/prompt-suggestions.test.ts tests it',
    readAlerts: 'it reads a node; test/api/alerts.test.ts tests it',
    readFacts: 'it reads a node; test/api/facts.test.ts tests it',
    readOpportunities: 'it reads a node; test/api/opportunities.test.ts tests it',
    sendTestReport: SENDS_MAIL,
    listReportDeliveriesOfProjects: SENDS_MAIL,
    readInstallation: 'only operators see the installation; test/api tests it',
    listOrganizationOverviews: 'part of the installation',
    listFailedWebhooks: 'part of the installation',
  },
  mcp: {},
  cli: {
    exportOrganization: 'the command writes a file',
    eraseOrganization: 'the command deletes the organization of the other entries',
    createReportingRole: CHANGES_ROLES,
    listReportingRoles: CHANGES_ROLES,
    rotateReportingRole: CHANGES_ROLES,
    revokeReportingRole: CHANGES_ROLES,
  },
}

/** Returns the routes, root fields, tools or commands of a surface. */
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
      return commandsBelow(createProgram(NO_ACTIONS, { json: true }))
  }
}

/** Returns which route, root field, tool or command an operation uses, with the names of {@link offeredBy}. */
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
  throw new Error('commands are only listed here, not executed')
}

const NO_ACTIONS = {
  readConfig: unused,
  start: unused,
  migrate: unused,
  doctor: unused,
  backUp: unused,
  restore: unused,
  readStandardInput: unused,
  vendors: unused,
  withOperator: unused,
}

import type { StartRequest } from './operations.ts'

/** The facts that are printed after a start. */
export interface Welcome {
  role: StartRequest['role']
  /** Where it listens; a worker answers health checks only. */
  url: string
  /** The folder of an embedded database; null with DATABASE_URL. */
  dataFolder: string | null
  /** The model of the judge; null where none is configured. */
  judge: string | null
  /** HOST where it lets other machines in; null on a loopback address. */
  exposedHost: string | null
  demo: {
    organizationId: string
    projectId: string
    projectKey: string
    organizationKey: string
    /** Signs in to the dashboard, once. */
    signInLink: string
  } | null
}

/** The text printed after a start: addresses, keys, and commands to paste; or the facts as one JSON document. */
export function welcome({ role, url, dataFolder, judge, exposedHost, demo }: Welcome, json: boolean): string {
  if (json) return `${JSON.stringify({ url, dataFolder, ...demo })}\n`
  if (role === 'worker')
    return `\nAnswergraph is working; health checks at ${url}/readyz. Stop with Ctrl-C.\n`
  const lines = [
    '',
    `Answergraph serves at ${url}`,
    '',
    ...(demo
      ? [
          `  Dashboard  ${demo.signInLink}`,
          '             This link signs you in, once and within 12 hours; the next start prints another.',
          '',
        ]
      : [`  Dashboard  ${url}/`]),
    `  Docs       ${url}/docs`,
    `  REST       ${url}/v1     specification: ${url}/v1/openapi.json`,
  ]
  lines.push(`  GraphQL    ${url}/graphql${demo ? '     in a browser: GraphiQL' : ''}`)
  lines.push(`  MCP        ${url}/mcp     for agents: docs/mcp.md`)
  if (dataFolder) lines.push(`  Data       ${dataFolder}`)
  if (judge) lines.push(`  Judge      ${judge} labels sentiment and strength: docs/judge.md`)
  if (demo) lines.push(...demoLines(url, demo))
  if (demo && exposedHost) lines.push(...exposureLines(exposedHost))
  lines.push('', 'Stop with Ctrl-C.', '')
  return lines.join('\n')
}

function exposureLines(host: string): string[] {
  return [
    '',
    `Warning: HOST ${host} with --demo lets every machine that reaches this one in: it can open GraphiQL and, with`,
    'the keys above, read and change the demo project and spend its credits. The connection is not encrypted.',
    'HOST=127.0.0.1 keeps it to this machine; without --demo there are no demo keys and no GraphiQL.',
  ]
}

function demoLines(url: string, { projectKey, organizationKey }: NonNullable<Welcome['demo']>): string[] {
  const request =
    '{"prompt":"Best project management software?","replicates":5,"providers":["chatgpt","perplexity"],"locations":["US","DE"]}'
  const post = (path: string, key: string, body: string, more = '') =>
    `curl -s${more} ${url}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`
  const query =
    '{"query":"{ viewer { project { name competitors { nodes { name } } } organization { credits } } }"}'
  const named = request.replace('{', '{"brandName":"Taskfern",')
  const watch = `'{"query":"subscription { asyncAnalysisProgress(analysisId: \\"'$ID'\\") { status progress { completed total } } }"}'`
  return [
    '',
    'A demo project is ready: the brand Taskfern, its competitors and fourteen prompts, asked of simulated providers. Its weekly runs',
    'of the last twelve weeks are filled in after the first start; one week is missing, to show what a gap looks like.',
    'Answers of providers without credentials are simulated, and marked so; `npx answergraph providers --help` lists the credentials.',
    '',
    `  Project key       ${projectKey}`,
    `  Organization key  ${organizationKey}`,
    '',
    'Start an analysis over REST:',
    '',
    `  ${post('/v1/async-analysis', organizationKey, named)}`,
    '',
    'Ask the graph:',
    '',
    `  ${post('/graphql', projectKey, query)}`,
    '',
    'Start one and watch it live:',
    '',
    `  ID=$(${post('/v1/async-analysis', projectKey, request)} | grep -o 'aa_[0-9A-Z]*' | head -1); curl -sN ${url}/graphql -H 'Authorization: Bearer ${projectKey}' -H 'Content-Type: application/json' -H 'Accept: text/event-stream' -d ${watch}`,
  ]
}

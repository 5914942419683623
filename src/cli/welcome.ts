import type { StartRequest } from './foundation/operations.ts'

/** Facts to print after a start. */
export interface Welcome {
  role: StartRequest['role']
  /** Address of the server. A worker serves only health checks. */
  url: string
  /** Folder of an embedded database; null with DATABASE_URL. */
  dataFolder: string | null
  /** Model of the judge; null without a judge. */
  judge: string | null
  /** HOST if other machines can connect; null on a loopback address. */
  exposedHost: string | null
  /** Link to set up an installation without an organization; null if it has one. */
  setupLink: string | null
  demo: {
    organizationId: string
    projectId: string
    projectKey: string
    organizationKey: string
    /** Link that signs in to the dashboard once. */
    signInLink: string
  } | null
}

/** Returns the text to print after a start, with addresses, keys and example commands, or the facts as a JSON document. */
export function welcome(
  { role, url, dataFolder, judge, exposedHost, setupLink, demo }: Welcome,
  json: boolean,
): string {
  if (json) return `${JSON.stringify({ url, dataFolder, ...(setupLink && { setupLink }), ...demo })}\n`
  if (role === 'worker')
    return `\nThe Answergraph worker is running, with health checks at ${url}/readyz. Stop with Ctrl-C.\n`
  const lines = [
    '',
    `Answergraph is running at ${url}`,
    '',
    ...(demo
      ? [
          `  Dashboard  ${demo.signInLink}`,
          '             This link signs you in once, within 12 hours. Each start prints a new link.',
          '',
        ]
      : setupLink
        ? [
            `  Set up     ${setupLink}`,
            '             Open this link to create the first account. It works once, within 12 hours.',
            '             Print a new one with: npx answergraph setup-link',
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
    `Warning: because HOST is ${host}, other machines can open this demo over an unencrypted connection. They can use`,
    'GraphiQL and, with the keys above, read and change the demo project and spend its credits.',
    'Set HOST=127.0.0.1 to allow only this machine, or start without --demo to disable demo keys and GraphiQL.',
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
    'A demo project is ready, with the brand Taskfern, its competitors and fourteen prompts. After the first start, it gets twelve',
    'weeks of runs with one week missing, to show a gap in the charts. Providers without credentials are simulated, and their',
    'answers are marked as simulated. `npx answergraph providers --help` lists the credentials.',
    '',
    `  Project key       ${projectKey}`,
    `  Organization key  ${organizationKey}`,
    '',
    'Start an analysis over REST:',
    '',
    `  ${post('/v1/async-analysis', organizationKey, named)}`,
    '',
    'Query GraphQL:',
    '',
    `  ${post('/graphql', projectKey, query)}`,
    '',
    'Start an analysis and watch its progress:',
    '',
    `  ID=$(${post('/v1/async-analysis', projectKey, request)} | grep -o 'aa_[0-9A-Z]*' | head -1); curl -sN ${url}/graphql -H 'Authorization: Bearer ${projectKey}' -H 'Content-Type: application/json' -H 'Accept: text/event-stream' -d ${watch}`,
  ]
}

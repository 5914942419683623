import { ORIGIN } from '../foundation/origin.ts'
import type { PlacedOperation } from './document.ts'
import { formatJson } from './json.ts'

/** Shell variables that are not named after their parameter. */
const VARIABLES: Record<string, string> = { orgId: 'ORGANIZATION_ID' }

/** Ids in example bodies. No installation has objects with these ids. */
const UUID = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g

/**
 * Formats a shell command that sends a request. The key ($KEY or $ORGANIZATION_KEY) and the ids of existing objects are
 * shell variables.
 * @param example the request's body; if the operation has several examples, `name` is the security scheme it is for
 */
export function formatCurl(
  { method, path, parameters, security }: PlacedOperation & { path: string },
  example: { name?: string; value: unknown } | null,
): string {
  const required = parameters.filter(({ required }) => required)
  const query = required
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `${name}=${toVariable(name)}`)
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => toVariable(name))
  const url = `${ORIGIN}${filledPath}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const schemes = security.flatMap((requirement) => Object.keys(requirement))
  const scheme = schemes.find((name) => name === example?.name) ?? schemes[0]
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url.includes('$') ? `"${url}"` : url}`,
    `-H "Authorization: Bearer ${scheme === 'projectKey' ? '$KEY' : '$ORGANIZATION_KEY'}"`,
    ...required
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => `-H '${name}: my-request-1'`),
  ]
  if (example) {
    lines.push(`-H 'Content-Type: application/json'`, `-d '${insertVariables(formatJson(example.value))}'`)
  }
  return lines.join(' \\\n  ')
}

/** Returns the shell variable for a parameter: `$PROMPT_ID` for `promptId`. */
function toVariable(parameter: string): string {
  const name = VARIABLES[parameter] ?? parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return `$${name}`
}

/**
 * Returns JSON for use between single quotes in a shell. The first id becomes $PROMPT_ID and any other id becomes
 * $OTHER_PROMPT_ID, because all ids in request bodies are ids of prompts.
 */
function insertVariables(json: string): string {
  const ids = [...new Set(json.match(UUID))]
  return json
    .replaceAll("'", `'\\''`)
    .replace(UUID, (id) => (ids.indexOf(id) === 0 ? `"'"$PROMPT_ID"'"` : `"'"$OTHER_PROMPT_ID"'"`))
}

import { ORIGIN } from '../origin.ts'
import type { PlacedOperation } from './document.ts'
import { formatJson } from './json.ts'

/** Names of variables that are not those of the parameter. */
const VARIABLES: Record<string, string> = { orgId: 'ORGANIZATION_ID' }

/** Any id in an example, which no installation has. */
const UUID = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g

/**
 * A command for a shell that sends a request: $KEY (or $ORGANIZATION_KEY) and the ids of existing objects are its variables.
 * @param example of the request's body; its name is the key it is for where there are several
 */
export function curlOf(
  { method, path, parameters, security }: PlacedOperation & { path: string },
  example: { name?: string; value: unknown } | null,
): string {
  const needed = parameters.filter(({ required }) => required)
  const query = needed.filter((one) => one.in === 'query').map(({ name }) => `${name}=${variableOf(name)}`)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => variableOf(name))
  const address = `${ORIGIN}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const keys = security.flatMap((one) => Object.keys(one))
  const key =
    (keys.find((one) => one === example?.name) ?? keys[0]) === 'projectKey' ? '$KEY' : '$ORGANIZATION_KEY'
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address.includes('$') ? `"${address}"` : address}`,
    `-H "Authorization: Bearer ${key}"`,
    ...needed.filter((one) => one.in === 'header').map(({ name }) => `-H '${name}: my-request-1'`),
  ]
  if (example) {
    lines.push(`-H 'Content-Type: application/json'`, `-d '${withVariables(formatJson(example.value))}'`)
  }
  return lines.join(' \\\n  ')
}

/** `promptId` as `$PROMPT_ID`. */
function variableOf(parameter: string): string {
  const name = VARIABLES[parameter] ?? parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return `$${name}`
}

/**
 * JSON between the single quotes of a shell; ids, which in all bodies are those of prompts, become variables: the first one
 * $PROMPT_ID, another one $OTHER_PROMPT_ID.
 */
function withVariables(json: string): string {
  const ids = [...new Set(json.match(UUID))]
  return json
    .replaceAll("'", `'\\''`)
    .replace(UUID, (id) => (ids.indexOf(id) === 0 ? `"'"$PROMPT_ID"'"` : `"'"$OTHER_PROMPT_ID"'"`))
}

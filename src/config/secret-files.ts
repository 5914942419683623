import { readFileSync } from 'node:fs'
import { aboutOf } from './about.ts'
import { ConfigError } from './error.ts'
import { environmentSchema } from './variables.ts'

/** Names that vendors give to their secrets, such as OPENAI_API_KEY and DATAFORSEO_PASSWORD. */
const SECRET_NAME = /_(KEY|TOKEN|PASSWORD|SECRET)$/

/**
 * Reads secrets from files: `NAME_FILE` names the file with the value of `NAME`, as Docker and Kubernetes mount secrets. This works
 * for the secret variables of the reference and the credentials of vendors. Line breaks at the end are removed.
 * @returns the environment with these values
 * @throws {ConfigError} for a file that cannot be read, and for a value that is given twice
 */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const read = { ...environment }
  for (const [variable, path] of Object.entries(environment)) {
    const name = /^(.+)_FILE$/.exec(variable)?.[1]
    if (name === undefined || path === undefined || !isSecret(name)) continue
    if (environment[name] !== undefined) {
      throw new ConfigError(`${variable} and ${name} are both set; remove one of them`)
    }
    read[name] = readSecret(variable, path)
  }
  return read
}

/** Whether a variable can be read from a file. */
function isSecret(name: string): boolean {
  const schema = Object.entries(environmentSchema.shape).find(([known]) => known === name)?.[1]
  return schema ? aboutOf(schema).secret : SECRET_NAME.test(name)
}

function readSecret(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
  } catch {
    throw new ConfigError(`${variable} names a file that cannot be read; correct the path`)
  }
}

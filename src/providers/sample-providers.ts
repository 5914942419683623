import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For tests: writes PROVIDERS_FILE into a new folder, objects as JSON; returns its path. */
export function writeProvidersFile(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'providers-')), 'providers.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** For tests: an entry of a server that needs no key. */
export const local = {
  id: 'local',
  driver: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'llama3.2',
}

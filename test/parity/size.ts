import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** File in which the parity tests log what they run, as JSON lines with operation, surface and test. */
    executions: string
  }
}

/** Prints how much of the table the tests have covered, if they have run at all. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-parity-'))
  const file = join(folder, 'executions.jsonl')
  project.provide('executions', file)
  return () => {
    if (existsSync(file)) console.log(sizeOf(readFileSync(file, 'utf8').trimEnd().split('\n')))
    rmSync(folder, { recursive: true })
  }
}

function sizeOf(lines: readonly string[]): string {
  const notes = lines.map((line) => JSON.parse(line) as [operation: string, surface: string, test: string])
  const count = (parts: (note: (typeof notes)[number]) => string[]) =>
    new Set(notes.map((note) => JSON.stringify(parts(note)))).size
  const operations = count(([operation]) => [operation])
  const forms = count(([operation, surface]) => [operation, surface])
  const cases = count(([operation, , test]) => [operation, test])
  return `Parity: ${operations} operations, ${forms} over the surfaces, ${cases} cases, ${notes.length} executions.`
}

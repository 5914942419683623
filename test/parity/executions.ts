import { appendFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import type { Surface } from './operation.ts'

/** Logs that the current test runs an operation on a surface. `size.ts` counts the log entries. */
export function countExecution(operation: string, surface: Surface): void {
  const { currentTestName = '' } = expect.getState()
  appendFileSync(inject('executions'), `${JSON.stringify([operation, surface, currentTestName])}\n`)
}

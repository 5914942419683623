import { appendFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import type { Surface } from './operation.ts'

/** Notes that the test that is running carries out an operation over a surface; `size.ts` counts the notes. */
export function countExecution(operation: string, surface: Surface): void {
  const { currentTestName = '' } = expect.getState()
  appendFileSync(inject('executions'), `${JSON.stringify([operation, surface, currentTestName])}\n`)
}

import type { Ctx } from '../core/context.ts'
import type { Operations } from './operations.ts'
import { printJson, printPlain } from './output.ts'

/** Returns the function with which commands run one operation as the operator and print its record or records. */
export function runner(operations: Operations) {
  return async <Options extends { json?: boolean }>(
    options: Options,
    operation: (ctx: Ctx) => Promise<object | object[]>,
  ): Promise<void> => {
    const record = await operations.withOperator(operation)
    if (options.json) printJson(record)
    else printPlain(record)
  }
}

import type { AppCtx } from '../../core/context.ts'
import type { Operations } from './operations.ts'
import { printJson, printPlain } from './output.ts'

/** Returns a function that runs one operation as the operator and prints its result. */
export function runner(operations: Operations) {
  return async <Options extends { json?: boolean }>(
    options: Options,
    operation: (ctx: AppCtx) => Promise<object | object[]>,
  ): Promise<void> => {
    const record = await operations.withOperator(operation)
    if (options.json) printJson(record)
    else printPlain(record)
  }
}

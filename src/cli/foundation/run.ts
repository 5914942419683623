import type { AppCtx } from '../../core/context.ts'
import type { Operations } from './operations.ts'
import { printJson, printPlain } from './output.ts'

type Verbs = typeof import('./verbs.ts')

/** Opens the application, runs `use` as the operator with the loaded verbs, and closes the application. */
export function withVerbs<T>(
  operations: Operations,
  use: (ctx: AppCtx, verbs: Verbs) => Promise<T>,
): Promise<T> {
  return operations.withOperator(async (ctx) => use(ctx, await import('./verbs.ts')))
}

/** Returns a function that runs one operation as the operator and prints its result. */
export function runner(operations: Operations) {
  return async <Options extends { json?: boolean }>(
    options: Options,
    operation: (ctx: AppCtx, verbs: Verbs) => Promise<object | object[]>,
  ): Promise<void> => {
    const record = await withVerbs(operations, operation)
    if (options.json) printJson(record)
    else printPlain(record)
  }
}

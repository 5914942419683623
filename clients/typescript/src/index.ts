export {
  type Answergraph,
  type AnswergraphOptions,
  createAnswergraph,
  type Outcome,
  unwrap,
} from './client.ts'
export { AnswergraphError } from './error.ts'
export type { components, operations, paths } from './generated/rest.ts'
export type { GraphqlResult, Live, Operation } from './live.ts'
export { eachItem, eachResult } from './pages.ts'
export type { RetryOptions } from './retry.ts'
export { type WaitOptions, waitForAnalysis, waitForRun } from './wait.ts'

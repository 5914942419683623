import { AppError } from '../foundation/errors.ts'
import { OPEN_ID_PROBLEMS, type OpenIdProblem } from './problems.ts'

/** A refused sign-in with OpenID Connect. */
export class OpenIdRefusal extends AppError {
  readonly problem: OpenIdProblem

  constructor(problem: OpenIdProblem, cause?: unknown) {
    super(problem === 'unavailable' ? 'UPSTREAM_ERROR' : 'FORBIDDEN', OPEN_ID_PROBLEMS[problem], { cause })
    this.problem = problem
  }
}

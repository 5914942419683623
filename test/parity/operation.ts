import type { z } from 'zod'
import type { ErrorCode } from '../../src/core/errors.ts'
import type { Objects, Tenant } from './tenant.ts'

export type { Objects }

/** The ways in which clients reach the verbs of the core. */
export const SURFACES = ['rest', 'graphql', 'mcp', 'cli'] as const
export type Surface = (typeof SURFACES)[number]

/** Who carries out an operation on the surfaces with a sign-in; at the command line it is the operator. */
export type Caller = 'project key' | 'organization key' | 'admin key' | 'admin' | 'member'

/** Input of an operation, by the names of REST; for what REST does not have, by those of the verb. */
export type Input = Record<string, unknown>

/** What a form has on every surface. */
export interface Form {
  /** The verbs of the core by which the surface carries it out. */
  verbs: readonly string[]
  /** The surface's own names of fields of the input, by their path in the input, with `*` for an index. */
  names?: Readonly<Record<string, string>>
  /** Fields of the input that the surface does not take, because it knows them otherwise. */
  without?: readonly string[]
  /** The surface's own place of a field of the result: a path with dots. */
  places?: Readonly<Record<string, string>>
  /** Makes the result of what the surface answers, where that has another form; a comment beside it says why. */
  form?: (answer: never) => unknown
  /** Fields of the result that the surface has beyond the others, or fills otherwise, each with its reason. */
  more?: Readonly<Record<string, string>>
}

/** A request of REST; what is not in the path goes into the query of a GET, and else into the body. */
export interface RestForm extends Form {
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
}

/** A GraphQL operation: the fields from the root to the result, with their arguments as `first: $limit`. */
export interface GraphqlForm extends Form {
  kind: 'query' | 'mutation' | 'subscription'
  path: readonly [string, ...string[]]
}

/** A request of MCP: a tool call, or one about resources. */
export interface McpForm extends Form {
  method: 'tools/call' | 'resources/read' | 'resources/list' | 'completion/complete'
  /** Its parameters for an input in the names of the surface. */
  parameters(input: Input): object
  /** The field of the answer that is the result; by default all of it is. */
  field?: string
}

/** A command with `--json`; `names` names its options and its arguments, these as `<argument>` and in their order. */
export interface CliForm extends Form {
  command: string
  /** The field of the printed document that is the result; by default all of it is. */
  field?: string
}

/** Why a surface does not have an operation. */
export type Absent = { absent: string }

/** A request that is refused. */
export interface Refusal {
  name: string
  /** Replaces fields of the good input. */
  input?: (objects: Objects) => Input
  /** Creates what the refusal needs, in a tenant of its own. */
  arrange?: (tenant: Tenant) => Promise<void>
  code: ErrorCode
  /** The paths in `fieldErrors`, as in the input. */
  fields?: readonly string[]
}

/** One line of the table. */
export interface Operation {
  name: string
  as: Caller
  /** An input that succeeds. */
  input?: (objects: Objects) => Input
  /** Creates what the good case needs besides. */
  arrange?: (tenant: Tenant) => Promise<void>
  rest: RestForm | Absent
  graphql: GraphqlForm | Absent
  mcp: McpForm | Absent
  cli: CliForm | Absent
  /** What the result has, where REST, whose OpenAPI document says it, does not have the operation. */
  result?: z.ZodType
  /** Fields of the result that only some requests have, and that the good input asks for. */
  includes?: readonly string[]
  /** A caller with a valid key who may not, and the code; or why every caller may. */
  wrongScope: { as: Caller; code: ErrorCode } | string
  /** The part of the input that names objects, of which each may be another tenant's; or why it names none. */
  otherTenant: ((objects: Objects) => Input) | string
  /** Wrong inputs; or why there is none. */
  badInput: readonly Omit<Refusal, 'arrange'>[] | string
  /** Limits that it can exceed, and conflicts; the rate limit holds for every operation. */
  overLimit?: readonly Refusal[]
  /** Set when it takes an idempotency key: an input with which the same key is a conflict. */
  repeatable?: { otherInput: Input }
}

/** Whether a surface does not have the operation. */
export function isAbsent(form: Form | Absent): form is Absent {
  return 'absent' in form
}

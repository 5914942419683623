import type { z } from 'zod'
import type { ErrorCode } from '../../src/core/foundation/errors.ts'
import type { KeyScope } from '../../src/generated/prisma/enums.ts'
import type { Objects, Tenant } from './tenant.ts'

export type { Objects }

/** The interfaces through which clients call the core. */
export const SURFACES = ['rest', 'graphql', 'mcp', 'cli'] as const
export type Surface = (typeof SURFACES)[number]

/** The caller on surfaces with authentication. The command line always runs as the operator. */
export type Caller = 'project key' | 'organization key' | 'admin key' | 'admin' | 'member'

/** Returns whether a caller is a key, not a signed-in member. */
export function isKey(caller: Caller): boolean {
  return caller !== 'admin' && caller !== 'member'
}

/** Input of an operation. Fields have their REST names, or the core function's names if REST lacks the operation. */
export type Input = Record<string, unknown>

/** How a surface exposes an operation: the part that all surfaces have in common. */
export interface Form {
  /** Names of the core functions that the surface calls. */
  verbs: readonly string[]
  /** Input fields that the surface names differently, by path in the input, with `*` for an index. */
  names?: Readonly<Record<string, string>>
  /** Input fields that the surface does not accept, because it gets the value in another way. */
  without?: readonly string[]
  /** Result fields that the surface has at another path, with dots. */
  places?: Readonly<Record<string, string>>
  /** Converts a response that has another format. A comment at each use explains the difference. */
  form?: (answer: never) => unknown
  /** Result fields that only this surface has, or that it fills differently, each with the reason. */
  more?: Readonly<Record<string, string>>
}

/**
 * A REST request. Input fields that are not in the path go into the query of a GET request, otherwise into the body.
 */
export interface RestForm extends Form {
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
}

/** A GraphQL operation: the fields from the root to the result, with arguments such as `first: $limit`. */
export interface GraphqlForm extends Form {
  kind: 'query' | 'mutation' | 'subscription'
  path: readonly [string, ...string[]]
}

/** An MCP request: a tool call, or a request for resources. */
export interface McpForm extends Form {
  method: 'tools/call' | 'resources/read' | 'resources/list' | 'completion/complete'
  /** Returns the parameters for an input that has the surface's field names. */
  parameters(input: Input): object
  /** Response field with the result; by default, the whole response is the result. */
  field?: string
}

/** A command with `--json`. `names` lists its options, and its arguments as `<argument>` in their order. */
export interface CliForm extends Form {
  command: string
  /** Input field with a list of values, which the command reads from standard input, one per line. */
  standardInput?: string
  /** Field of the printed document with the result; by default, the whole document is the result. */
  field?: string
}

/** The reason why a surface lacks an operation. */
export type Absent = { absent: string }

/** A request that every surface rejects. */
export interface Refusal {
  name: string
  /** Replaces fields of the valid input. */
  input?: (objects: Objects) => Input
  /** Prepares the data of a new tenant so that the request fails. */
  arrange?: (tenant: Tenant) => Promise<void>
  code: ErrorCode
  /** The paths in `fieldErrors`, as in the input. */
  fields?: readonly string[]
}

/** A row of the table. */
export interface Operation {
  name: string
  as: Caller
  /** For a change that keys may make: the scope that a key needs. Reads need the scope `read`, which every key has. */
  scope?: Exclude<KeyScope, 'read'>
  /** A valid input. */
  input?: (objects: Objects) => Input
  /** Prepares data that the valid input needs. */
  arrange?: (tenant: Tenant) => Promise<void>
  rest: RestForm | Absent
  graphql: GraphqlForm | Absent
  mcp: McpForm | Absent
  cli: CliForm | Absent
  /** Schema of the result if REST lacks the operation; otherwise the OpenAPI document has it. */
  result?: z.ZodType
  /** Optional result fields that the valid input requests. */
  includes?: readonly string[]
  /** A caller with valid credentials but without permission, and the error code; or why every caller has permission. */
  wrongScope: { as: Caller; code: ErrorCode } | string
  /** The ids in the input, for the test with another tenant's objects; or why there are none. */
  otherTenant: ((objects: Objects) => Input) | string
  /** Invalid inputs; or why there are none. */
  badInput: readonly Omit<Refusal, 'arrange'>[] | string
  /** Exceeded limits and conflicts. The rate limit is tested for every operation and not listed here. */
  overLimit?: readonly Refusal[]
  /** Set for operations with an idempotency key: a different input, with which the same key is a conflict. */
  repeatable?: { otherInput: Input }
}

/** Returns whether the surface lacks the operation. */
export function isAbsent(form: Form | Absent): form is Absent {
  return 'absent' in form
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from '../../http/environment.ts'

/** The REST app as its routes see it: the context contains the caller's `ctx`. */
export type RestApp = OpenAPIHono<HttpEnv>

import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from '../http/environment.ts'

/** The REST app as its routes see it: they find the caller's `ctx` in the context. */
export type RestApp = OpenAPIHono<HttpEnv>

import type { IncomingMessage } from 'node:http'
import type { Logger } from '../core/foundation/context.ts'
import { presentResult } from '../graphql/foundation/errors.ts'
import { errorMediaType } from '../graphql/media-type.ts'
import type { FormatError } from '../http/refuse-overload.ts'
import { refusalBody } from '../mcp/foundation/refusal-body.ts'

/** Returns the formats of errors by path, for requests that are refused before they reach GraphQL and MCP. */
export function errorFormats(logger: Logger): Record<string, FormatError> {
  return {
    '/graphql': (error, { headers }: IncomingMessage) => ({
      contentType: errorMediaType(headers),
      body: JSON.stringify(presentResult({ errors: [error] }, { requestId: '', logger })),
    }),
    '/mcp': (error) => ({ contentType: 'application/json', body: JSON.stringify(refusalBody(error, null)) }),
  }
}

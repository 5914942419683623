import type { IncomingHttpHeaders } from 'node:http'

/** Returns the media type in which Yoga would send an error to this client. */
export function errorMediaType({ accept = '' }: IncomingHttpHeaders): string {
  return accept.includes('graphql-response+json') ? 'application/graphql-response+json' : 'application/json'
}

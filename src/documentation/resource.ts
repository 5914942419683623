import { createHash } from 'node:crypto'

/** What is sent for a path. */
export interface Resource {
  /** The media type. */
  type: string
  body: string | Uint8Array<ArrayBuffer>
  /** The entity tag: another one for another body. */
  tag: string
  /** Whether the body at this path never changes. */
  permanent: boolean
}

/** Returns the function that makes a resource when it is first called, and gives the same one from then on. */
export function resource(
  type: string,
  make: () => Resource['body'] | Promise<Resource['body']>,
  { permanent = false } = {},
): () => Promise<Resource> {
  let made: Promise<Resource> | undefined
  return () => {
    made ??= Promise.resolve(make()).then((body) => {
      const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`
      return { type, body, tag, permanent }
    })
    return made
  }
}

/** A response body that is the same for every request to its path. */
export interface Resource {
  /** The media type. */
  type: string
  body: string | Uint8Array<ArrayBuffer>
  /** Whether the body at this path never changes. */
  permanent: boolean
}

/** Returns a function that creates the resource on the first call and then returns the same one. */
export function resource(
  type: string,
  createBody: () => Resource['body'] | Promise<Resource['body']>,
  { permanent = false } = {},
): () => Promise<Resource> {
  let created: Promise<Resource> | undefined
  return () => {
    created ??= Promise.resolve(createBody()).then((body) => ({ type, body, permanent }))
    return created
  }
}

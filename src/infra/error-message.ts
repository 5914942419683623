/** Returns the message of an error, or the name of its class if it is empty, as when all addresses of a host refuse. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message || error.constructor.name : String(error)
}

/** Returns the path of a request for logs, without the token that gives access to a page. */
export function maskPath(path: string): string {
  return path.replace(/^\/(share|unsubscribe)\/.+/, '/$1/…')
}

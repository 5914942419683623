/**
 * Returns the full URL of a path if it belongs to this site; null for any other site. Browsers interpret `//host`,
 * `/\host` and `/<tab>/host` as another host, so this uses the browser's own URL parser.
 */
export function ownAddress(path: string | undefined, origin: string): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  return url.origin === origin ? url.href : null
}

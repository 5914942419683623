/**
 * The whole address of a path that a link asks to open, if it is one of this site; null for an address of another site, however
 * it is written. Browsers read `//host`, `/\host` and `/<tab>/host` as another host, so their own reading decides.
 */
export function ownAddress(path: string | undefined, origin: string): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  return url.origin === origin ? url.href : null
}

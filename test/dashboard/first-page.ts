import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The scripts that a browser loads for the overview: those that its document names, and whatever they import at once. */
export function firstPageScripts(folder: string): string[] {
  const html = readFileSync(join(folder, 'overview.html'), 'utf8')
  const found = new Set(namesIn(html, /\/assets\/([\w.-]+\.js)"/g))
  // A set goes on to what is added while it is read.
  for (const name of found) {
    const code = readFileSync(join(folder, 'assets', name), 'utf8')
    for (const imported of namesIn(code, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      found.add(imported)
  }
  return [...found]
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The scripts that a browser loads for the overview: those of the document, of the page, and whatever they import at once. */
export function firstPageScripts(folder: string): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = join(folder, 'assets')
  const page = readdirSync(assets).filter((name) => /^overview-.*\.js$/.test(name))
  const found = new Set([...namesIn(html, /\/assets\/([\w.-]+\.js)"/g), ...page])
  // A set goes on to what is added while it is read.
  for (const name of found) {
    const code = readFileSync(join(assets, name), 'utf8')
    for (const imported of namesIn(code, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) found.add(imported)
  }
  return [...found]
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

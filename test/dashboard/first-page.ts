import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the scripts that a browser loads for the overview: those named in its document and their static imports. */
export function firstPageScripts(folder: string): string[] {
  const html = readFileSync(join(folder, 'overview.html'), 'utf8')
  const scripts = new Set(namesIn(html, /\/assets\/([\w.-]+\.js)"/g))
  // Iterating over a set includes elements added meanwhile.
  for (const name of scripts) {
    const code = readFileSync(join(folder, 'assets', name), 'utf8')
    for (const imported of namesIn(code, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      scripts.add(imported)
  }
  return [...scripts]
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

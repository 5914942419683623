import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Names of Chromium on the PATH. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Time limit for printing a document, in milliseconds. */
const TIMEOUT = 60_000

/** Allows only the styles and images that a document contains. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`

/** Returns the path of the first Chromium on the PATH; null if there is none. */
export function findChromium(path = process.env.PATH ?? ''): string | null {
  const candidates = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Creates a function that prints HTML as PDF with Chromium, in a new process and profile for each document. A
 * Content-Security-Policy is added to the document and all host names are unknown, so it runs no scripts and cannot load or send
 * anything. Chromium's sandbox stays on, except for root, for whom it does not work.
 * @param program path of Chromium
 */
export function createPdfPrinter(
  program: string,
): (html: string, signal: AbortSignal) => Promise<Uint8Array> {
  return async (html, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'answergraph-pdf-'))
    try {
      const [source, target] = [join(folder, 'report.html'), join(folder, 'report.pdf')]
      await writeFile(source, html.replace('<head>', `<head>${POLICY}`), { mode: 0o600 })
      const options = [
        '--headless=new',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-extensions',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--no-default-browser-check',
        '--no-pdf-header-footer',
        '--host-resolver-rules=MAP * ~NOTFOUND',
        `--user-data-dir=${join(folder, 'profile')}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--print-to-pdf=${target}`,
        pathToFileURL(source).href,
      ]
      await run(program, options, {
        timeout: TIMEOUT,
        killSignal: 'SIGKILL',
        signal,
        // Chromium needs no variable of this process, and some contain secrets.
        env: { HOME: folder, PATH: process.env.PATH ?? '' },
      })
      return new Uint8Array(await readFile(target))
    } finally {
      // Processes of Chromium may still write to the profile for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Values of Chromium's `preferredColorScheme`. */
const PREFERRED = { dark: 0, light: 1 }

const FACTS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

interface Report {
  categories: Record<string, { title: string; score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; details?: { items?: Item[] } }
  >
}
type Item = { node?: { selector: string } }

/**
 * Runs Lighthouse for a page. Returns one line with the scores and one line per accessibility finding. Lighthouse is
 * downloaded by npx and is not a dependency.
 */
export function runLighthouse({
  program,
  address,
  cookies,
  colorScheme,
  device,
}: {
  program: string
  address: string
  /** Value of the Cookie header. */
  cookies: string
  colorScheme: 'light' | 'dark'
  device: 'desktop' | 'mobile'
}): string {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-lighthouse-'))
  const file = join(folder, 'report.json')
  const path = spawnSync('sh', ['-c', `command -v "${program}"`], { encoding: 'utf8' }).stdout.trim()
  const { stderr } = spawnSync(
    'npx',
    [
      '-y',
      'lighthouse@12',
      address,
      '--output=json',
      `--output-path=${file}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookies })}`,
      '--quiet',
      `--chrome-flags=--headless --no-sandbox --blink-settings=preferredColorScheme=${PREFERRED[colorScheme]}`,
      '--only-categories=performance,accessibility,best-practices',
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: path } },
  )
  try {
    const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
    const facts = FACTS.map((name) => `${name} ${audits[name]?.displayValue}`)
    const findings = (categories.accessibility?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (weight === 0 || audit?.score !== 0) return []
      const places = (audit.details?.items ?? []).map(({ node }) => node?.selector)
      return [`  ${audit.title} ${places.join(', ')}`]
    })
    return [`Lighthouse, ${device}, ${colorScheme}: ${[...scores, ...facts].join(', ')}`, ...findings].join(
      '\n',
    )
  } catch {
    return `Lighthouse, ${device}, ${colorScheme}, failed: ${stderr.slice(0, 500)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** As Chromium counts them. */
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
 * The scores of Lighthouse for a page as a line, and one for each finding of its accessibility. It is fetched for this and is no
 * dependency.
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
  /** As a header. */
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
    return `Lighthouse, ${device}, ${colorScheme}, could not be run: ${stderr.slice(0, 500)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

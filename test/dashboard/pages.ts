import type { Page } from 'playwright-core'

export interface DashboardPage {
  /** Name that can be part of a file name. */
  name: string
  /** Path from the root of the gateway. */
  path: string
}

/** Returns all pages of the dashboard. Pages without a session come last. */
export function pagesOf({
  organizationId,
  projectId,
  runId,
  resultId,
  analysisId,
  alertId,
}: {
  organizationId: string
  projectId: string
  runId: string
  resultId: string
  analysisId: string
  alertId: string
}): DashboardPage[] {
  const organization = `/organizations/${organizationId}`
  const project = `${organization}/projects/${projectId}`
  const pages: Record<string, string> = {
    overview: `${project}/overview`,
    report: `${project}/report`,
    prompts: `${project}/prompts`,
    answers: `${project}/answers`,
    'answers-list': `${project}/answers?view=list`,
    answer: `${project}/answers?answer=${resultId}`,
    'answers-none-matches': `${project}/answers?q=xyzzyplugh`,
    sources: `${project}/sources`,
    'sources-pages': `${project}/sources?view=pages`,
    why: `${project}/why`,
    facts: `${project}/facts`,
    alerts: `${project}/alerts`,
    alert: `${project}/alerts/${alertId}`,
    discovered: `${project}/discovered`,
    opportunities: `${project}/opportunities`,
    review: `${project}/review`,
    runs: `${project}/runs`,
    run: `${project}/runs/${runId}`,
    analyses: `${project}/analyses`,
    analysis: `${project}/analyses/${analysisId}`,
    settings: `${project}/settings`,
    'settings-competitors': `${project}/settings?part=competitors`,
    'settings-schedule': `${project}/settings?part=schedule`,
    'settings-providers': `${project}/settings?part=providers`,
    'settings-alerts': `${project}/settings?part=alerts`,
    'settings-reports': `${project}/settings?part=reports`,
    'settings-webhooks': `${project}/settings?part=webhooks`,
    'settings-proposals': `${project}/settings?part=proposals`,
    'start-brand': `${project}/start`,
    'start-providers': `${project}/start?step=providers`,
    'start-run': `${project}/start?step=run`,
    projects: organization,
    'new-brand': `${organization}/start`,
    members: `${organization}/members`,
    keys: `${organization}/keys`,
    credentials: `${organization}/credentials`,
    credits: `${organization}/credits`,
    deliveries: `${organization}/deliveries`,
    'audit-log': `${organization}/audit-log`,
    account: `${organization}/account`,
    'no-such-page': '/organizations/none/nowhere',
    'set-up': '/setup',
    'sign-in': '/sign-in',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password',
    'accept-invitation': '/accept-invitation',
  }
  return Object.entries(pages).map(([name, path]) => ({ name, path }))
}

/** Resolves when a page has content and is no longer loading. */
export async function settled(page: Page): Promise<void> {
  // The title may be hidden, for example next to an answer in a narrow window.
  await page.locator('main :is(h1, h2, p, [role=alert])').filter({ visible: true }).first().waitFor()
  const loading = page.locator('[role=status][aria-label^=Loading], [aria-busy=true]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
}

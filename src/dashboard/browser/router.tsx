import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { connectionFor } from './layout/connections.ts'
import { COUNTS } from './layout/navigation.tsx'
import { OrganizationFrame } from './layout/organization-frame.tsx'
import { PROJECT, ProjectFrame } from './layout/project-frame.tsx'
import { START_SEARCH, Start } from './layout/start.tsx'
import { NotFound, PageFailed, PageLoading } from './layout/states.tsx'
import { VIEWER } from './layout/viewer.ts'
import { ALERTS_SEARCH } from './pages/alerts/search.ts'
import { ANALYSES_SEARCH, ANALYSIS_SEARCH } from './pages/analyses/search.ts'
import { DISCOVERED_SEARCH } from './pages/discovered/search.ts'
import { OPPORTUNITIES_SEARCH } from './pages/opportunities/search.ts'
import { DELIVERIES_SEARCH } from './pages/organization/search.ts'
import { prefetchOverview } from './pages/overview/read-ahead.ts'
import { OVERVIEW_SEARCH } from './pages/overview/search.ts'
import { PROMPTS_SEARCH } from './pages/prompts/list/search.ts'
import { RUNS_SEARCH } from './pages/runs/search.ts'
import { SETTINGS_SEARCH } from './pages/settings/search.ts'
import { SIGN_IN_SEARCH } from './pages/sign-in/search.ts'
import { SOURCES_SEARCH } from './pages/sources/search.ts'
import { START_STEPS_SEARCH } from './pages/start/search.ts'
import { WHY_SEARCH } from './pages/why/search.ts'
import { ANSWERS_SEARCH } from './routing/answer-search.ts'
import { parseQuery, writeQuery } from './routing/query-string.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: START_SEARCH,
  component: Start,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: SIGN_IN_SEARCH,
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in.tsx'), 'SignIn'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot-password.tsx'), 'ForgotPassword'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/reset-password.tsx'), 'ResetPassword'),
})
const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./pages/sign-in/accept-invitation.tsx'), 'AcceptInvitation'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/sign-in/set-up.tsx'), 'SetUp'),
})

const connectApp = createRoute({
  getParentRoute: () => root,
  path: '/oauth/requests/$requestId',
  component: lazyRouteComponent(() => import('./pages/connect/connect-app.tsx'), 'ConnectApp'),
})

const organization = createRoute({
  getParentRoute: () => root,
  path: '/organizations/$organizationId',
  loader: ({ params, preload }) => {
    if (!preload) connectionFor(params.organizationId).connection.prefetch(VIEWER, {})
  },
  component: OrganizationFrame,
})
const projects = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/organization/projects.tsx'), 'Projects'),
})
const newBrand = createRoute({
  getParentRoute: () => organization,
  path: '/start',
  component: lazyRouteComponent(() => import('./pages/start/new-brand.tsx'), 'NewBrand'),
})
const members = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/organization/members.tsx'), 'Members'),
})
const keys = createRoute({
  getParentRoute: () => organization,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/organization/keys.tsx'), 'Keys'),
})
const credentials = createRoute({
  getParentRoute: () => organization,
  path: '/credentials',
  component: lazyRouteComponent(() => import('./pages/organization/credentials.tsx'), 'Credentials'),
})
const auditLog = createRoute({
  getParentRoute: () => organization,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('./pages/organization/audit-log.tsx'), 'AuditLog'),
})
const credits = createRoute({
  getParentRoute: () => organization,
  path: '/credits',
  component: lazyRouteComponent(() => import('./pages/organization/credits.tsx'), 'Credits'),
})
const deliveries = createRoute({
  getParentRoute: () => organization,
  path: '/deliveries',
  validateSearch: DELIVERIES_SEARCH,
  component: lazyRouteComponent(() => import('./pages/organization/deliveries.tsx'), 'Deliveries'),
})
const installation = createRoute({
  getParentRoute: () => organization,
  path: '/installation',
  component: lazyRouteComponent(() => import('./pages/installation/installation.tsx'), 'Installation'),
})
const account = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/organization/account.tsx'), 'Account'),
})

const project = createRoute({
  getParentRoute: () => organization,
  path: '/projects/$projectId',
  loader: ({ params: { organizationId, projectId: id }, preload }) => {
    if (preload) return
    const { prefetch } = connectionFor(organizationId).connection
    prefetch(PROJECT, { id })
    prefetch(COUNTS, { id })
  },
  component: ProjectFrame,
})
const overview = createRoute({
  getParentRoute: () => project,
  path: '/overview',
  validateSearch: OVERVIEW_SEARCH,
  loader: ({ params: { organizationId, projectId }, location, preload }) => {
    if (!preload)
      prefetchOverview(connectionFor(organizationId).connection, projectId, OVERVIEW_SEARCH(location.search))
  },
  component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'Overview'),
})
const projectStart = createRoute({
  getParentRoute: () => project,
  path: '/start',
  validateSearch: START_STEPS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/start/project-start.tsx'), 'ProjectStart'),
})
const report = createRoute({
  getParentRoute: () => project,
  path: '/report',
  validateSearch: OVERVIEW_SEARCH,
  component: lazyRouteComponent(() => import('./pages/overview/report.tsx'), 'Report'),
})
const prompts = createRoute({
  getParentRoute: () => project,
  path: '/prompts',
  validateSearch: PROMPTS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/prompts/prompts.tsx'), 'Prompts'),
})
const answers = createRoute({
  getParentRoute: () => project,
  path: '/answers',
  validateSearch: ANSWERS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/answers/answers.tsx'), 'Answers'),
})
const sources = createRoute({
  getParentRoute: () => project,
  path: '/sources',
  validateSearch: SOURCES_SEARCH,
  component: lazyRouteComponent(() => import('./pages/sources/sources.tsx'), 'Sources'),
})
const why = createRoute({
  getParentRoute: () => project,
  path: '/why',
  validateSearch: WHY_SEARCH,
  component: lazyRouteComponent(() => import('./pages/why/why.tsx'), 'Why'),
})
const discovered = createRoute({
  getParentRoute: () => project,
  path: '/discovered',
  validateSearch: DISCOVERED_SEARCH,
  component: lazyRouteComponent(() => import('./pages/discovered/discovered.tsx'), 'Discovered'),
})
const alerts = createRoute({
  getParentRoute: () => project,
  path: '/alerts',
  validateSearch: ALERTS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/alerts/alerts.tsx'), 'Alerts'),
})
const alert = createRoute({
  getParentRoute: () => project,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('./pages/alerts/alert.tsx'), 'AlertPage'),
})
const facts = createRoute({
  getParentRoute: () => project,
  path: '/facts',
  component: lazyRouteComponent(() => import('./pages/facts/facts.tsx'), 'Facts'),
})
const opportunities = createRoute({
  getParentRoute: () => project,
  path: '/opportunities',
  validateSearch: OPPORTUNITIES_SEARCH,
  component: lazyRouteComponent(() => import('./pages/opportunities/opportunities.tsx'), 'Opportunities'),
})
const review = createRoute({
  getParentRoute: () => project,
  path: '/review',
  component: lazyRouteComponent(() => import('./pages/review/review.tsx'), 'Review'),
})
const runs = createRoute({
  getParentRoute: () => project,
  path: '/runs',
  validateSearch: RUNS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/runs/runs.tsx'), 'Runs'),
})
const run = createRoute({
  getParentRoute: () => project,
  path: '/runs/$runId',
  component: lazyRouteComponent(() => import('./pages/runs/run.tsx'), 'Run'),
})
const analyses = createRoute({
  getParentRoute: () => project,
  path: '/analyses',
  validateSearch: ANALYSES_SEARCH,
  component: lazyRouteComponent(() => import('./pages/analyses/analyses.tsx'), 'Analyses'),
})
const analysis = createRoute({
  getParentRoute: () => project,
  path: '/analyses/$analysisId',
  validateSearch: ANALYSIS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/analyses/analysis.tsx'), 'Analysis'),
})
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  validateSearch: SETTINGS_SEARCH,
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'Settings'),
})

/**
 * The route tree. Search parameters hold all filters and the selection of a page; default values are omitted. Loaders
 * start all requests of the layout and the page in parallel with loading the page's code, and do not wait for them.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    forgotPassword,
    resetPassword,
    acceptInvitation,
    setUp,
    connectApp,
    organization.addChildren([
      projects,
      newBrand,
      members,
      keys,
      credentials,
      auditLog,
      credits,
      deliveries,
      installation,
      account,
      project.addChildren([
        overview,
        alerts,
        alert,
        projectStart,
        report,
        prompts,
        answers,
        sources,
        why,
        discovered,
        facts,
        opportunities,
        review,
        runs,
        run,
        analyses,
        analysis,
        settings,
      ]),
    ]),
  ]),
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

import createClient from 'openapi-fetch'
import type { paths } from './v1.ts'

/** Account of a customer at the start of the journey. */
export interface Customer {
  url: string
  organizationId: string
  adminKey: string
  organizationKey: string
  /** Creates a project key, which is not possible over REST. */
  projectKey(projectId: string): Promise<string>
}

/** Creates a client with types generated from the served OpenAPI document. Undocumented calls do not compile. */
function client({ url }: Customer, key: string) {
  return createClient<paths, 'application/json'>({
    baseUrl: url,
    headers: { Authorization: `Bearer ${key}` },
  })
}

/**
 * Returns the data of a successful call.
 * @throws {Error} with the error body if the call failed
 */
function value<Data>(answer: { data?: { data: Data }; error?: unknown; response: Response }): Data {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.url} ${answer.response.status} ${JSON.stringify(answer.error)}`)
  }
  return answer.data.data
}

/**
 * Takes a customer from an empty organization to results, trends and a deleted project. Returns the response of each
 * step.
 */
export async function travel(customer: Customer) {
  const admin = client(customer, customer.adminKey)
  const created = value(
    await admin.POST('/v1/orgs/{orgId}/projects', {
      params: { path: { orgId: customer.organizationId } },
      body: { name: 'Taskfern' },
    }),
  )
  const project = client(customer, await customer.projectKey(created.id))
  const settings = value(
    await project.PUT('/v1/settings', {
      body: {
        prompts: [
          'What is the best project management software?',
          { text: 'Is Taskfern any good?', tags: ['brand'] },
        ],
        competitors: ['Planloom', { name: 'Quillstack', url: 'https://quillstack.example' }],
        enabled: true,
      },
    }),
  )
  const added = value(
    await project.POST('/v1/prompts', { body: { text: 'Best kanban app?', providers: ['chatgpt'] } }),
  )
  value(
    await project.PUT('/v1/prompts/{promptId}/providers', {
      params: { path: { promptId: added.id } },
      body: { providers: ['chatgpt', 'perplexity'] },
    }),
  )
  value(await project.PATCH('/v1/settings/tags', { body: { projectPromptId: added.id, add: ['category'] } }))
  const batch = value(
    await project.POST('/v1/prompts/batch', {
      body: {
        create: ['Which task manager do agencies use?'],
        update: [{ id: added.id, locations: ['US', 'DE'] }],
      },
    }),
  )
  const prompts = value(await project.GET('/v1/prompts', { params: { query: { limit: 10 } } }))
  const { runId } = value(await project.POST('/v1/analysis/trigger', { body: {} }))
  const run = await ended(async () =>
    value(await project.GET('/v1/analysis/runs/{runId}', { params: { path: { runId } } })),
  )
  const results = value(
    await project.GET('/v1/analysis/runs/{runId}/results', {
      params: { path: { runId }, query: { tag: 'category', location: 'DE', includeAnswer: true } },
    }),
  )
  const trends = value(await project.GET('/v1/analysis/trends', {}))
  const started = value(
    await project.POST('/v1/async-analysis', {
      body: { prompt: 'Best project planner?', replicates: 2, providers: ['gemini'], locations: ['GB'] },
    }),
  )
  const analysis = await ended(async () =>
    value(
      await project.GET('/v1/async-analysis/{analysisId}', {
        params: { path: { analysisId: started.analysisId } },
      }),
    ),
  )
  const volume = value(
    await client(customer, customer.organizationKey).POST('/v1/search-volume', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { keyword: 'project management', country: 'US' },
    }),
  )
  const renamed = value(
    await project.PATCH('/v1/projects/{projectId}', {
      params: { path: { projectId: created.id } },
      body: { displayName: 'Taskfern (archived)' },
    }),
  )
  const deleted = value(
    await admin.DELETE('/v1/projects/{projectId}', { params: { path: { projectId: created.id } } }),
  )
  return { created, settings, batch, prompts, run, results, trends, analysis, volume, renamed, deleted }
}

/** Polls until the run or analysis ends, as REST clients do. Throws after a minute. */
async function ended<Data extends { status: string }>(read: () => Promise<Data>): Promise<Data> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const state = await read()
    if (state.status !== 'queued' && state.status !== 'running') return state
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the run or analysis did not end within a minute')
}

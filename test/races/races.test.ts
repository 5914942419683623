import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  createOrganizationKey,
  createProjectKey,
  historiesBy,
  openTwoGateways,
  race,
  type TwoGateways,
} from './clients.ts'
import { findContradiction, type Model } from './linearizable.ts'

const redisUrl = inject('redisUrl')

let gateways: TwoGateways
beforeAll(async () => {
  if (redisUrl) gateways = await openTwoGateways(redisUrl)
}, 60_000)
afterAll(() => gateways?.close())

// biome-ignore lint/suspicious/noExplicitAny: the request determines the shape.
const json = async (response: Response): Promise<any> => response.json()

describe.skipIf(!redisUrl)('eight clients of two gateways', () => {
  it('start an analysis once per idempotency key, and all get the same one', async () => {
    const { key, organizationId } = await createOrganizationKey(gateways, { credits: 100_000 })
    interface Start {
      idempotencyKey: string
      prompt: string
    }
    const starts = fc.record({
      idempotencyKey: fc.integer({ min: 1, max: 40 }).map((n) => `key-${n}`),
      prompt: fc.constantFrom('Best planner?', 'Best board?'),
    })
    const history = await race(starts, async ({ idempotencyKey, prompt }: Start, client) => {
      const body = {
        prompts: [prompt],
        brandName: 'Taskfern',
        replicates: 1,
        providers: ['local'],
        locations: ['US'],
      }
      const headers = { 'idempotency-key': idempotencyKey }
      const response = await gateways.send(client, key, 'POST', '/v1/async-analysis', body, headers)
      const { data, error } = await json(response)
      return response.status === 202 ? { id: data.analysisId as string } : { code: error.code as string }
    })
    // A key belongs to the first input that it is used with.
    const model: Model<{ prompt: string; id: string } | 'unused', Start, { id: string } | { code: string }> =
      {
        initial: 'unused',
        step(state, { prompt }, outcome) {
          if ('code' in outcome)
            return outcome.code === 'CONFLICT' && state !== 'unused' && state.prompt !== prompt ? state : null
          if (state === 'unused') return { prompt, id: outcome.id }
          return state.prompt === prompt && state.id === outcome.id ? state : null
        },
        key: (state) => (state === 'unused' ? state : `${state.prompt} ${state.id}`),
      }
    const histories = historiesBy(history, ({ idempotencyKey }) => idempotencyKey)
    for (const ofKey of histories) expect(findContradiction(ofKey, model)).toBeNull()
    expect(await ledgerOf(organizationId)).toEqual({
      balance: 100_000 - histories.length,
      analyses: histories.length,
    })
  }, 600_000)

  it('spend no credit twice, and are refused only if too few are left', async () => {
    const CREDITS = 300
    const { key, organizationId } = await createOrganizationKey(gateways, { credits: CREDITS })
    const history = await race(fc.integer({ min: 1, max: 5 }), async (prompts, client) => {
      const body = {
        prompts: Array.from({ length: prompts }, (_, n) => `Question ${n}?`),
        brandName: 'Taskfern',
        replicates: 1,
        providers: ['local'],
        locations: ['US'],
      }
      const response = await gateways.send(client, key, 'POST', '/v1/async-analysis', body)
      return response.status === 202 ? 'started' : ((await json(response)).error.code as string)
    })
    const model: Model<number, number, string> = {
      initial: CREDITS,
      step(left, cost, outcome) {
        if (outcome === 'started') return left >= cost ? left - cost : null
        return outcome === 'API_CREDITS_EXCEEDED' && left < cost ? left : null
      },
      key: String,
    }
    expect(findContradiction(history, model)).toBeNull()
    const started = history.filter(({ outcome }) => outcome === 'started')
    const spent = started.reduce((sum, { operation }) => sum + operation, 0)
    expect(await ledgerOf(organizationId)).toEqual({ balance: CREDITS - spent, analyses: started.length })
  }, 600_000)

  it('never exceed the limit of prompts, and are refused only at the limit', async () => {
    const LIMIT = 10
    const { key } = await createProjectKey(gateways, 'free')
    const existing: string[] = []
    let created = 0
    const history = await race(fc.constantFrom('create', 'create', 'delete'), async (kind, client) => {
      if (kind === 'create') {
        created += 1
        const response = await gateways.send(client, key, 'POST', '/v1/prompts', {
          text: `Question ${created}?`,
        })
        const { data, error } = await json(response)
        if (response.status !== 201) return error.code as string
        existing.push(data.id)
        return 'done'
      }
      const id = existing.shift()
      if (!id) return 'nothing'
      const response = await gateways.send(client, key, 'DELETE', `/v1/prompts/${id}`, {})
      return response.ok ? 'done' : ((await json(response)).error.code as string)
    })
    const model: Model<number, string, string> = {
      initial: 0,
      step(prompts, kind, outcome) {
        if (outcome === 'nothing') return prompts
        if (kind === 'delete') return outcome === 'done' && prompts > 0 ? prompts - 1 : null
        if (outcome === 'done') return prompts < LIMIT ? prompts + 1 : null
        return outcome === 'PROMPT_LIMIT_EXCEEDED' && prompts === LIMIT ? prompts : null
      },
      key: String,
    }
    expect(findContradiction(history, model)).toBeNull()
  }, 600_000)

  it('add and remove competitors as if one after the other, each name at most once', async () => {
    const { key } = await createProjectKey(gateways, 'pro')
    interface Change {
      kind: 'add' | 'remove'
      name: string
    }
    /** The last known id of each competitor. Another client may have removed it. */
    const known = new Map<string, string>()
    const changes = fc.record({
      kind: fc.constantFrom('add', 'remove'),
      name: fc.constantFrom('Boardly', 'Planloom', 'Kanbrio', 'Quillstack'),
    })
    const history = await race(changes, async ({ kind, name }: Change, client) => {
      const id = known.get(name) ?? ''
      if (kind === 'remove' && id === '') return { kind: 'nothing', id } as const
      const query =
        kind === 'add'
          ? `mutation { addCompetitor(input: { name: "${name}" }) { competitor { databaseId } } }`
          : `mutation { removeCompetitor(input: { competitorId: "${id}" }) { project { id } } }`
      const { data, errors } = await json(await gateways.send(client, key, 'POST', '/graphql', { query }))
      if (errors) return { kind: errors[0].extensions.code as string, id }
      const added: string | undefined = data.addCompetitor?.competitor.databaseId
      if (added) known.set(name, added)
      return { kind: 'done', id: added ?? id } as const
    })
    const model: Model<string, Change, { kind: string; id: string }> = {
      initial: '',
      step(current, { kind }, outcome) {
        if (outcome.kind === 'nothing') return current
        if (kind === 'add') {
          if (outcome.kind === 'done') return current === '' ? outcome.id : null
          return outcome.kind === 'CONFLICT' && current !== '' ? current : null
        }
        if (outcome.kind === 'done') return current === outcome.id ? '' : null
        return outcome.kind === 'NOT_FOUND' && current !== outcome.id ? current : null
      },
      key: (current) => current,
    }
    const histories = historiesBy(history, ({ name }) => name)
    for (const ofName of histories) expect(findContradiction(ofName, model)).toBeNull()
  }, 600_000)

  it('create, rename and delete prompts as if one after the other, each text at most once', async () => {
    const { key } = await createProjectKey(gateways, 'pro')
    interface Change {
      kind: 'create' | 'rename' | 'delete'
      text: string
      /** New text of a renamed prompt. */
      to: string
    }
    /** The last known id of each text. Another client may have renamed or deleted the prompt. */
    const known = new Map<string, string>()
    const texts = fc.constantFrom('Best planner?', 'Best board?', 'Best calendar?', 'Best list?')
    const changes = fc.record({ kind: fc.constantFrom('create', 'rename', 'delete'), text: texts, to: texts })
    const history = await race(changes, async ({ kind, text, to }: Change, client) => {
      const id = known.get(text) ?? ''
      if (kind !== 'create' && id === '') return { kind: 'nothing', id } as const
      const response =
        kind === 'create'
          ? await gateways.send(client, key, 'POST', '/v1/prompts', { text })
          : kind === 'rename'
            ? await gateways.send(client, key, 'PATCH', `/v1/prompts/${id}`, { text: to })
            : await gateways.send(client, key, 'DELETE', `/v1/prompts/${id}`, {})
      const { data, error } = response.status === 204 ? { data: null, error: null } : await json(response)
      if (!response.ok) return { kind: error.code as string, id }
      if (kind !== 'delete') known.set(kind === 'rename' ? to : text, data.id)
      return { kind: 'done', id: kind === 'create' ? (data.id as string) : id } as const
    })
    // The texts of the existing prompts, by their ids.
    const model: Model<ReadonlyMap<string, string>, Change, { kind: string; id: string }> = {
      initial: new Map(),
      step(prompts, { kind, text, to }, outcome) {
        if (outcome.kind === 'nothing') return prompts
        const others = new Map([...prompts].filter(([id]) => id !== outcome.id))
        const isTaken = (wanted: string) => [...others.values()].includes(wanted)
        if (kind === 'create') {
          if (outcome.kind === 'done') return isTaken(text) ? null : new Map(others).set(outcome.id, text)
          return outcome.kind === 'CONFLICT' && [...prompts.values()].includes(text) ? prompts : null
        }
        if (outcome.kind === 'NOT_FOUND') return prompts.has(outcome.id) ? null : prompts
        if (!prompts.has(outcome.id)) return null
        if (kind === 'delete') return outcome.kind === 'done' ? others : null
        if (outcome.kind === 'done') return isTaken(to) ? null : new Map(others).set(outcome.id, to)
        return outcome.kind === 'CONFLICT' && isTaken(to) ? prompts : null
      },
      key: (prompts) => [...prompts].toSorted().join(),
    }
    expect(findContradiction(history, model)).toBeNull()
  }, 600_000)
})

/** Reads the balance and the number of analyses, and checks that the ledger explains the balance. */
async function ledgerOf(organizationId: string): Promise<{ balance: number; analyses: number }> {
  const { rows } = await gateways.database.query<{ balance: number; ledger: number; analyses: number }>(
    `SELECT credit_balance AS balance,
       (SELECT sum(amount)::int FROM credit_entry WHERE organization_id = o.id) AS ledger,
       (SELECT count(*)::int FROM batch WHERE organization_id = o.id) AS analyses
     FROM organization o WHERE id = $1`,
    [organizationId],
  )
  const { balance = 0, ledger, analyses = 0 } = rows[0] ?? {}
  expect(ledger).toBe(balance)
  return { balance, analyses }
}

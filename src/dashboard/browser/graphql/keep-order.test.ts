import { cacheExchange } from '@urql/exchange-graphcache'
import fc from 'fast-check'
import { Client, createRequest, fetchExchange } from 'urql'
import { afterEach, expect, test, vi } from 'vitest'
import { keepOrder } from './keep-order.ts'

const LABELS = '{ project { __typename id labels } }'
const CORRECT = 'mutation ($label: Int) { correct(label: $label) }'

/** A generous limit in milliseconds, so that the tests do not fail on busy machines. */
const PATIENT = { timeout: 20_000 }

const cache = () =>
  cacheExchange({
    updates: { Mutation: { correct: (_, __, cache) => cache.invalidate('Project:1', 'labels') } },
  })

afterEach(() => void vi.useRealTimers())

test('every page shows the data from after the last mutation, in any order of requests and responses', async () => {
  const actions = fc.array(fc.constantFrom('open', 'correct', 'correct and wait'), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), actions, async (scheduler, actions) => {
      let corrections = 0
      const client = new Client({
        url: 'http://localhost/graphql',
        preferGetMethod: false,
        requestPolicy: 'cache-and-network',
        exchanges: [cache(), keepOrder(), fetchExchange],
        fetch: async (_, init) => {
          await scheduler.schedule(Promise.resolve(), 'request')
          const isMutation = String(init?.body).includes('mutation')
          if (isMutation) corrections += 1
          const data = isMutation
            ? { correct: true }
            : { project: { __typename: 'Project', id: '1', labels: corrections } }
          await scheduler.schedule(Promise.resolve(), 'response')
          return Response.json({ data })
        },
      })
      const shown: unknown[] = []
      const pages: { unsubscribe(): void }[] = []
      const open = () => {
        const page = shown.push(undefined) - 1
        pages.push(
          client.query(`query Page${page} ${LABELS}`, {}).subscribe(({ data }) => {
            shown[page] = data?.project.labels
          }),
        )
      }
      open()
      for (const [label, action] of actions.entries()) {
        if (action === 'open') open()
        else {
          const correction = client.mutation(CORRECT, { label }).toPromise()
          if (action === 'correct and wait') await scheduler.waitFor(correction)
        }
      }
      // A response may lead to another request.
      await vi.waitFor(async () => {
        await scheduler.waitIdle()
        expect(new Set(shown)).toEqual(new Set([actions.filter((action) => action !== 'open').length]))
      }, PATIENT)
      for (const page of pages) page.unsubscribe()
    }),
  )
})

/**
 * Creates a client whose requests wait until the test calls the function that sends the response. The clock stands still
 * between two calls of `waitFor`, so a query that holds up a mutation does so for ever.
 */
function createWaitingClient() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const responses: (() => void)[] = []
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [cache(), keepOrder(), fetchExchange],
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        responses.push(() => resolve(Response.json({ data: { correct: true } })))
      }),
  })
  return { client, responses }
}

test('a query that its page no longer needs does not hold up a mutation', async () => {
  const { client, responses } = createWaitingClient()
  const page = client.query(LABELS, {}).subscribe(() => {})
  await vi.waitFor(() => expect(responses).toHaveLength(1), PATIENT)
  const correction = client.mutation(CORRECT, {}).toPromise()
  await vi.waitFor(() => expect(responses).toHaveLength(2), PATIENT)
  responses[1]?.()
  page.unsubscribe()
  expect((await correction).data).toEqual({ correct: true })
})

test('a query that was sent twice before its page was left does not hold up a mutation', async () => {
  const { client, responses } = createWaitingClient()
  const page = client.query(LABELS, {}).subscribe(() => {})
  await vi.waitFor(() => expect(responses).toHaveLength(1), PATIENT)
  client.reexecuteOperation(client.createRequestOperation('query', createRequest(LABELS, {})))
  const part = client.query(LABELS, {}).subscribe(() => {})
  await vi.waitFor(() => expect(responses).toHaveLength(2), PATIENT)
  page.unsubscribe()
  part.unsubscribe()
  const correction = client.mutation(CORRECT, {}).toPromise()
  await vi.waitFor(() => expect(responses).toHaveLength(3), PATIENT)
  responses[2]?.()
  expect((await correction).data).toEqual({ correct: true })
})

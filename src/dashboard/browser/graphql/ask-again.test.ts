import { cacheExchange } from '@urql/exchange-graphcache'
import fc from 'fast-check'
import { Client, composeExchanges, fetchExchange } from 'urql'
import { expect, test } from 'vitest'
import { createAskAgain } from './ask-again.ts'

const LABELS = '{ project { __typename id labels } }'
const CORRECT = 'mutation { correct }'

function createCache() {
  const again = createAskAgain()
  const cached = cacheExchange({
    updates: {
      Mutation: {
        correct: (_, __, cache) => {
          again.outdate()
          cache.invalidate('Project:1', 'labels')
        },
      },
    },
  })
  return composeExchanges([cached, again.exchange])
}

test('a page shows the data from after the last mutation, in any order of requests and responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, mutations) => {
      let labels = 0
      const client = new Client({
        url: 'http://localhost/graphql',
        preferGetMethod: false,
        requestPolicy: 'cache-and-network',
        exchanges: [createCache(), fetchExchange],
        fetch: async (_, init) => {
          await scheduler.schedule(Promise.resolve(), 'request')
          const isMutation = String(init?.body).includes('mutation')
          if (isMutation) labels += 1
          const data = isMutation
            ? { correct: true }
            : { project: { __typename: 'Project', id: '1', labels } }
          await scheduler.schedule(Promise.resolve(), 'response')
          return Response.json({ data })
        },
      })
      let shown: unknown
      const page = client.query(LABELS, {}).subscribe(({ data }) => {
        shown = data?.project.labels
      })
      for (let n = 0; n < mutations; n += 1) await scheduler.waitFor(client.mutation(CORRECT, {}).toPromise())
      await waitUntilIdle(scheduler)
      expect(shown).toBe(mutations)
      page.unsubscribe()
    }),
  )
})

/** Waits until no request is open. A response may lead to another request, but only after some promises. */
async function waitUntilIdle(scheduler: fc.Scheduler): Promise<void> {
  do {
    await scheduler.waitIdle()
    await new Promise((resolve) => setImmediate(resolve))
  } while (scheduler.count() > 0)
}

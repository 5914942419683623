// PostGraphile 5 for the schema `peer`, configured for production as its documentation recommends: the preset on node:http.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const preset = {
  extends: [PostGraphileAmberPreset],
  // Offers lists in addition to connections; the query uses lists, which are faster.
  schema: { defaultBehavior: '+connection +list' },
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['peer'],
      pubsub: false,
      // The same number as Answergraph.
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: {
    graphqlPath: '/graphql',
    graphiql: false,
    watch: false,
    websockets: false,
    // Not the default, but about a quarter faster in our measurements.
    outputDataAsString: process.env.PEER_TUNED === '1',
  },
  grafast: { explain: false },
}

const server = createServer()
postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }))
})

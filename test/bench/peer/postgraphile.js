// PostGraphile 5 over the schema `peer` as its documentation has it for production: the recommended preset on node:http.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const preset = {
  extends: [PostGraphileAmberPreset],
  // Lists beside connections: the query uses what is faster for it.
  schema: { defaultBehavior: '+connection +list' },
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['peer'],
      pubsub: false,
      // As many as ours.
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: {
    graphqlPath: '/graphql',
    graphiql: false,
    watch: false,
    websockets: false,
    // Not its default, and about a quarter faster: measured both ways.
    outputDataAsString: process.env.PEER_TUNED === '1',
  },
  grafast: { explain: false },
}

const server = createServer()
postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }))
})

import type { IncomingMessage, ServerResponse } from 'node:http'

const FIRST_QUERY = `# Put a key into the header below: npm start prints two.
{
  viewer {
    organization { name credits }
    project { name competitors { nodes { name } } }
  }
}
`

/** Whether a browser asks for a page to write operations on. */
export function wantsExplorer({ method, headers, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !url.includes('query=')
}

/** Sends GraphiQL, which needs nothing from elsewhere. */
export async function sendExplorer(response: ServerResponse): Promise<void> {
  // Nine megabytes of page: loaded when somebody looks at it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({
    title: 'Answergraph',
    headers: '{ "Authorization": "Bearer svc_YOUR_KEY" }',
    defaultQuery: FIRST_QUERY,
  })
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(String(page))
}

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens a proxy that adds an API key to every request, for programs that cannot set request headers. */
export async function openAuthorizingProxy(
  target: string,
  key: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = [...incoming.rawHeaders, 'Authorization', `Bearer ${key}`]
    const { method = 'GET', url = '/' } = incoming
    const forwarded = request(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(outgoing)
      response.on('error', () => outgoing.destroy())
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.once('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

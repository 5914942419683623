import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on the loopback address. Tests use it to cut a process off from a server. */
export interface TcpProxy {
  /** URL of the server, but with the proxy's host and port. */
  url: string
  /** Number of connections since the start. */
  connections: number
  /** Closes all connections and refuses new ones, like a stopped server. */
  refuse(): Promise<void>
  /** Closes all connections, but accepts new ones. */
  cut(): void
  /** Keeps connections open and accepts new ones, but forwards no data, like a frozen server or a lost route. */
  freeze(): void
  /** Ends `refuse` or `freeze`, and forwards the data that was held back. */
  restore(): Promise<void>
  /** Forwards new connections to the host and port of another URL. */
  redirect(target: string): void
  /** Ends `freeze` for new connections only. Open connections stay silent, as if a firewall had dropped their state. */
  forget(): void
  close(): Promise<void>
}

/** Opens a proxy on a free port to the host and port of a URL. */
export async function openProxy(target: string): Promise<TcpProxy> {
  let upstreamUrl = new URL(target)
  const sockets = new Set<Socket>()
  let frozen = false
  const track = (socket: Socket, peer: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      peer.destroy()
    })
    socket.pipe(peer)
    if (frozen) socket.pause()
  }
  const server = createServer((client) => {
    proxy.connections += 1
    const upstream = connect(Number(upstreamUrl.port), upstreamUrl.hostname)
    track(client, upstream)
    track(upstream, client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`
  const stopListening = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  const proxy: TcpProxy = {
    url: url.href,
    connections: 0,
    refuse: stopListening,
    cut,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    redirect(other) {
      upstreamUrl = new URL(other)
    },
    forget() {
      frozen = false
    },
    async restore() {
      frozen = false
      for (const socket of sockets) socket.resume()
      if (server.listening) return
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: stopListening,
  }
  return proxy
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on the loopback address between a process and a server, by which a test takes the server away. */
export interface TcpProxy {
  /** The address of the server with the proxy's host and port. */
  url: string
  /** Connections made since the start. */
  connections: number
  /** Ends all connections and refuses new ones, as a stopped server does. */
  refuse(): Promise<void>
  /** Ends all connections; new ones are accepted. */
  cut(): void
  /** Keeps connections open, and accepts new ones, but passes nothing on, as a frozen server or a lost route does. */
  freeze(): void
  /** Ends a freeze, with what was sent meanwhile, or a refusal. */
  restore(): Promise<void>
  /** Ends a freeze for new connections only: those that are open stay silent, as when a firewall has forgotten them. */
  forget(): void
  close(): Promise<void>
}

/** Opens a proxy on a free port to the host and port of a URL. */
export async function openProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let frozen = false
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
    if (frozen) socket.pause()
  }
  const server = createServer((client) => {
    proxy.connections += 1
    const upstream = connect(Number(port), hostname)
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

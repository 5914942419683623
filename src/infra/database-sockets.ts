import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'

/**
 * All TCP connections of a process to its database. They can be closed together, which fails all waiting statements. New
 * connections then fail immediately until they are allowed again, so no caller waits for an unresponsive server.
 */
export class DatabaseSockets {
  /** The application_name of these connections. It is unique per process, so the process can find them on the server. */
  readonly name = `answergraph ${randomUUID()}`
  readonly #open = new Set<Socket>()
  #refused = false

  /** Creates the socket for a new connection. Pass it to pg as the option `stream`. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    // pg connects the socket after this function has returned.
    if (this.#refused) setImmediate(() => socket.destroy(refusal()))
    return socket
  }

  /** Closes all connections, and all new ones until `allow` is called. */
  refuse(): void {
    this.#refused = true
    for (const socket of this.#open) socket.destroy(refusal())
  }

  /** Allows connections again. */
  allow(): void {
    this.#refused = false
  }
}

/** Creates an error with the code that makes BullMQ wait before it retries. */
function refusal(): Error {
  return Object.assign(new Error('ECONNREFUSED: the database does not answer'), { code: 'ECONNREFUSED' })
}

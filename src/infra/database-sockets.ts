import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'

/**
 * The TCP connections of a process to its database. They can be ended all at once, with every statement that waits on them,
 * and until they are allowed again new ones fail at once: nobody waits for a server that does not answer.
 */
export class DatabaseSockets {
  /** The application_name of all of them, which those of no other process have: by it the server finds them. */
  readonly name = `answergraph ${randomUUID()}`
  readonly #open = new Set<Socket>()
  #refused = false

  /** Creates the socket of a new connection: for the option `stream` of pg. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    // pg connects the socket when this function has returned.
    if (this.#refused) setImmediate(() => socket.destroy(refusal()))
    return socket
  }

  /** Ends all connections, and those that are made from now on. */
  refuse(): void {
    this.#refused = true
    for (const socket of this.#open) socket.destroy(refusal())
  }

  /** Allows connections again. */
  allow(): void {
    this.#refused = false
  }
}

/** With the code of the system for a server that is not there: BullMQ waits after it before it tries again. */
function refusal(): Error {
  return Object.assign(new Error('ECONNREFUSED: the database does not answer'), { code: 'ECONNREFUSED' })
}

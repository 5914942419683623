import type { Transporter } from 'nodemailer'

/** A message to one address. */
export interface Message {
  to: string
  subject: string
  text: string
  /** The same content for programs that show HTML. */
  html?: string
  headers?: Record<string, string>
}

/** Sends email. */
export interface Mailer {
  /**
   * Sends a message. Resolves once the mail server has accepted it.
   * @throws {RecipientRefusedError} if the mail server rejects the address; any other error if the message could not be sent
   */
  send(message: Message): Promise<void>
  /**
   * Connects and signs in to the mail server without sending a message.
   * @throws if that fails
   */
  check(): Promise<void>
}

/** The mail server permanently rejected the address of a message. */
export class RecipientRefusedError extends Error {
  override readonly name = 'RecipientRefusedError'
}

/** Time limit for each step of the mail server in milliseconds. The defaults of nodemailer are up to ten minutes. */
const TIMEOUT = 10_000

/**
 * Creates a mailer for SMTP. The library is loaded with the first message.
 * @param options.url `smtp://` or `smtps://`, with user name and password if the server requires them
 * @param options.from sender, such as `Answergraph <noreply@example.com>`
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  let transport: Promise<Transporter> | undefined
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
    return createTransport({ url, dnsTimeout: TIMEOUT, ...timeouts })
  }
  const open = () => {
    transport ??= load()
    return transport
  }
  return {
    async check() {
      await (await open()).verify()
    },
    async send(message) {
      const transport = await open()
      try {
        await transport.sendMail({ ...message, from })
      } catch (error) {
        if (isRecipientRefusal(error)) throw new RecipientRefusedError(error.message, { cause: error })
        throw error
      }
    },
  }
}

/** Whether an error is a permanent rejection of the recipient (5xx, RFC 5321). */
function isRecipientRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}

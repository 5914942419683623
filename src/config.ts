import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'

/** The database: a server given by its URL, or an embedded one with its data in a folder. */
export type DatabaseConfig = { mode: 'url'; url: string } | { mode: 'embedded'; dataDirectory: string }

/** The judge: a language model that labels mentions, at a server with the API of OpenAI's chat completions. */
export interface JudgeConfig {
  baseUrl: string
  model: string
  apiKey: string | null
  /** Maximum number of tokens it may use for an organization in a UTC day. */
  dailyTokens: number
}

/** The mail server, and the sender of what is sent by it. */
export interface MailConfig {
  url: string
  from: string
}

/** The validated settings of a process. */
export interface Config {
  port: number
  host: string
  database: DatabaseConfig
  dataDirectory: string
  redisUrl: string | null
  providersFile: string | null
  /** The file to which real answers are appended; null: none are recorded. */
  recordAnswers: string | null
  /** Null: answers are extracted by rules only. */
  judge: JudgeConfig | null
  /** What the questions to all providers together may cost in a day of UTC, in US dollars; null for no limit. */
  spendLimit: { perDay: number | null; perOrganizationPerDay: number | null }
  /** Null without SECRET_KEY, which embedded mode allows: a key is then generated in the data folder. */
  secretKey: string | null
  rateLimitPerMinute: number
  /** Memory for answers about ended analyses, in bytes; 0 keeps none. */
  graphqlCacheBytes: number
  /** The only GraphQL documents that are executed, by their hash; null: all are. */
  persistedOperations: ReadonlyMap<string, string> | null
  /**
   * The origin under which users reach this installation, such as `https://brands.example.com`: other values of the headers
   * Host and Origin are refused. Null: on a loopback address only loopback names are accepted as Host; on any other address
   * every Host is accepted, because a proxy in front decides.
   */
  publicUrl: string | null
  /** Null: links are given to who asks for them instead of being sent. */
  mail: MailConfig | null
  /** Addresses and CIDR blocks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** `host:port` pairs that webhooks and setups may reach although they are private or on other ports. */
  outboundAllow: string[]
  logLevel: (typeof LOG_LEVELS)[number]
  /** The whole environment: the provider registry takes its credentials from here. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Thrown for an invalid setting; the message names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((n) => n >= low && n <= high, `must be a whole number from ${low} to ${high}`)

const usDollars = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,10})?$/, 'must be US dollars, such as 25 or 2.50')
  .transform(Number)

const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )

/** An http(s) URL that consists of scheme, host and port only. */
const origin = url(['http:', 'https:'])
  .refine(
    (text) => /^https?:\/\/[^/?#@\\]+\/?$/i.test(text),
    'must be scheme, host and port only, such as https://brands.example.com',
  )
  .transform((text) => new URL(text).origin)

/** A comma-separated list; empty for an empty text. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const addressBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** The map in the file PERSISTED_OPERATIONS_FILE; null when it cannot be read or has another form. */
function readOperations(path: string): ReadonlyMap<string, string> | null {
  try {
    const documents = z
      .record(z.string().min(1), z.string().min(1))
      .parse(JSON.parse(readFileSync(path, 'utf8')))
    return new Map(Object.entries(documents))
  } catch {
    return null
  }
}

/** Whether the file can be written, or created in its folder. */
function canAppend(path: string): boolean {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  PROVIDERS_FILE: z
    .string()
    .refine((path) => existsSync(path), 'names a file that does not exist; correct the path')
    .optional(),
  RECORD_ANSWERS: z
    .string()
    .transform((path) => resolve(path))
    .refine((path) => canAppend(path), 'names a file that cannot be written; correct the path')
    .optional(),
  JUDGE_BASE_URL: url(['http:', 'https:'])
    .refine(
      (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
      'must hold no user name and password; the key belongs in JUDGE_API_KEY',
    )
    .optional(),
  JUDGE_MODEL: z.string().max(200, 'must have at most 200 characters').optional(),
  // The message must not repeat the value.
  JUDGE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional(),
  JUDGE_DAILY_TOKENS: wholeNumber(0, 1_000_000_000_000).default(1_000_000),
  DAILY_SPEND_USD: usDollars.optional(),
  DAILY_SPEND_USD_PER_ORGANIZATION: usDollars.optional(),
  SECRET_KEY: z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) >= 32,
      'must be at least 32 bytes; make one with: openssl rand -base64 32',
    )
    .optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  GRAPHQL_CACHE_MEGABYTES: wholeNumber(0, 100_000).default(64),
  PERSISTED_OPERATIONS_FILE: z
    .string()
    .transform(readOperations)
    .refine(
      (documents) => documents !== null,
      'must name a JSON file that maps the hash of each GraphQL document to its text',
    )
    .optional(),
  PUBLIC_URL: origin.optional(),
  // The message must not repeat the value, which may hold a password.
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an e-mail address, alone or as in Answergraph <noreply@example.com>',
    )
    .optional(),
  TRUST_PROXY: list.refine(
    (entries) => entries.every((entry) => addressBlock.safeParse(entry).success),
    'must be a comma-separated list of addresses and CIDR blocks, such as 10.0.0.0/8',
  ),
  OUTBOUND_ALLOW: list.refine(
    (entries) => entries.every((entry) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(entry)),
    'must be a comma-separated list of host:port',
  ),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

/** The variables that {@link readConfig} reads, with what an unset one stands for; undefined where it has no default. */
export const VARIABLES: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(environmentSchema.shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]),
)

/**
 * Reads and validates the environment; an empty variable counts as unset.
 * @throws {ConfigError} naming every invalid variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(lines.join('\n'))
  }
  const { data } = parsed
  if (data.DATABASE_URL && !data.SECRET_KEY) {
    throw new ConfigError(
      'SECRET_KEY is required with DATABASE_URL (it encrypts webhook secrets and signs sessions); make one with: openssl rand -base64 32',
    )
  }
  const dataDirectory = resolve(data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    database: data.DATABASE_URL
      ? { mode: 'url', url: data.DATABASE_URL }
      : { mode: 'embedded', dataDirectory },
    dataDirectory,
    redisUrl: data.REDIS_URL ?? null,
    providersFile: data.PROVIDERS_FILE ?? null,
    recordAnswers: data.RECORD_ANSWERS ?? null,
    judge: judgeOf(data),
    spendLimit: {
      perDay: data.DAILY_SPEND_USD ?? null,
      perOrganizationPerDay: data.DAILY_SPEND_USD_PER_ORGANIZATION ?? null,
    },
    secretKey: data.SECRET_KEY ?? null,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    graphqlCacheBytes: data.GRAPHQL_CACHE_MEGABYTES * 1_000_000,
    persistedOperations: data.PERSISTED_OPERATIONS_FILE ?? null,
    publicUrl: data.PUBLIC_URL ?? null,
    mail: mailOf(data),
    trustedProxies: data.TRUST_PROXY,
    outboundAllow: data.OUTBOUND_ALLOW,
    logLevel: data.LOG_LEVEL,
    environment: given,
  }
}

function judgeOf(data: z.infer<typeof environmentSchema>): JudgeConfig | null {
  const { JUDGE_BASE_URL: baseUrl, JUDGE_MODEL: model } = data
  if (baseUrl === undefined && model === undefined) return null
  if (baseUrl === undefined) throw new ConfigError('JUDGE_BASE_URL is required with JUDGE_MODEL')
  if (model === undefined) throw new ConfigError('JUDGE_MODEL is required with JUDGE_BASE_URL')
  return { baseUrl, model, apiKey: data.JUDGE_API_KEY ?? null, dailyTokens: data.JUDGE_DAILY_TOKENS }
}

function mailOf({
  SMTP_URL: url,
  MAIL_FROM: from,
  PUBLIC_URL,
}: z.infer<typeof environmentSchema>): MailConfig | null {
  if (url === undefined) return null
  if (from === undefined) throw new ConfigError('MAIL_FROM is required with SMTP_URL')
  if (PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL is required with SMTP_URL: messages contain links to this installation')
  }
  return { url, from }
}

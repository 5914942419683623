import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Where the data lives: a server given by its URL, or one of our own below a folder. */
export type DatabaseConfig = { mode: 'url'; url: string } | { mode: 'embedded'; dataDirectory: string }

/** A language model at a server that speaks OpenAI's chat completions, asked to label what was found in answers. */
export interface JudgeConfig {
  baseUrl: string
  model: string
  apiKey: string | null
  /** Tokens it may cost an organization in a day of UTC. */
  dailyTokens: number
}

/** Settings of one process, all checked. */
export interface Config {
  port: number
  host: string
  database: DatabaseConfig
  dataDirectory: string
  redisUrl: string | null
  providersFile: string | null
  /** Null: the rules alone read answers. */
  judge: JudgeConfig | null
  /** Null in embedded mode, where it is generated into the data folder. */
  secretKey: string | null
  rateLimitPerMinute: number
  /** Memory for answers about ended analyses, in bytes; 0 keeps none. */
  graphqlCacheBytes: number
  /**
   * The origin under which users reach this installation, such as `https://brands.example.com`: other values of the headers
   * Host and Origin are refused. Null: on a loopback address only its own names are good as Host; on any other address
   * every Host is taken, and a proxy in front decides.
   */
  publicUrl: string | null
  /** `host:port` pairs reachable by webhooks and site fetches although private. */
  outboundAllow: string[]
  logLevel: (typeof LOG_LEVELS)[number]
  /** The whole environment: the provider registry takes its credentials from here. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Thrown for a setting that cannot be used; the message names the variable and the fix. */
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

const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )

/** Scheme, host and port of an address that names nothing else. */
const origin = url(['http:', 'https:'])
  .refine(
    (text) => /^https?:\/\/[^/?#@\\]+\/?$/i.test(text),
    'must be scheme, host and port only, such as https://brands.example.com',
  )
  .transform((text) => new URL(text).origin)

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  PROVIDERS_FILE: z
    .string()
    .refine((path) => existsSync(path), 'names a file that does not exist')
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
  SECRET_KEY: z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) >= 32,
      'must be at least 32 bytes; make one with: openssl rand -base64 32',
    )
    .optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  GRAPHQL_CACHE_MEGABYTES: wholeNumber(0, 100_000).default(64),
  PUBLIC_URL: origin.optional(),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine(
      (entries) => entries.every((entry) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):\d{1,5}$/.test(entry)),
      'must be a comma-separated list of host:port',
    ),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

/**
 * Reads the environment; an empty variable counts as unset.
 * @throws {ConfigError} naming every variable that cannot be used.
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
    judge: judgeOf(data),
    secretKey: data.SECRET_KEY ?? null,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    graphqlCacheBytes: data.GRAPHQL_CACHE_MEGABYTES * 1_000_000,
    publicUrl: data.PUBLIC_URL ?? null,
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

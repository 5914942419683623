import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { parseUrl } from '../definitions/parse-url.ts'
import { about } from './about.ts'
import { OPEN_ID_VARIABLES } from './open-id-variables.ts'
import {
  addressBlock,
  hostsWithPorts,
  list,
  origin,
  secretKey,
  url,
  usDollars,
  wholeNumber,
} from './values.ts'

/** With `both`, the environment takes precedence. */
export const PROVIDER_CREDENTIALS = ['both', 'environment', 'database'] as const

const ON_OR_OFF = ['on', 'off'] as const

export const LOG_FORMATS = ['pretty', 'json'] as const

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the file PERSISTED_OPERATIONS_FILE. Returns null if it cannot be read or parsed. */
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

/** The schemas of all environment variables, with what the reference says about them. */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(4000)
    .meta(about('Server', 'the port to listen on; `--port` takes precedence')),
  HOST: z.string().min(1).default('127.0.0.1').meta(about('Server', 'the address to listen on')),
  DRAIN_SECONDS: wholeNumber(0, 600)
    .default(0)
    .meta(
      about(
        'Server',
        'time after a stop signal in which requests are still answered while `/readyz` returns 503: [Rolling upgrades](operations.md#rolling-upgrades)',
      ),
    ),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .meta(
      about('Data', 'PostgreSQL 15 or newer; unset: an embedded PostgreSQL 18 in `DATA_DIR`', {
        secret: true,
      }),
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .meta(about('Data', 'the folder of the embedded database, its password and its secret key')),
  REDIS_URL: url(['redis:', 'rediss:'])
    .optional()
    .meta(
      about(
        'Data',
        'queue, limits and events on Redis, and any number of processes; unset: one process, queue on PostgreSQL',
        { secret: true },
      ),
    ),
  REDIS_SENTINELS: hostsWithPorts.meta(
    about(
      'Data',
      'comma-separated `host:port` of Sentinels; the host of `REDIS_URL` is then the name of the primary: [Failover](operations.md#failover-of-redis)',
    ),
  ),
  PROVIDERS_FILE: z
    .string()
    .refine((path) => existsSync(path), 'names a file that does not exist; correct the path')
    .optional()
    .meta(
      about(
        'Providers',
        'your own list of providers: [providers.md](providers.md#providers_file); unset: the seven default providers',
      ),
    ),
  RECORD_ANSWERS: z
    .string()
    .transform((path) => resolve(path))
    .refine((path) => canAppend(path), 'names a file that cannot be written; correct the path')
    .optional()
    .meta(
      about(
        'Providers',
        'a file to which every real answer is appended, for `replay`: [providers.md](providers.md#recording)',
      ),
    ),
  JUDGE_BASE_URL: url(['http:', 'https:'])
    .refine((text) => {
      const address = parseUrl(text)
      return !address || (address.username === '' && address.password === '')
    }, 'must not contain a user name or password; set the key in JUDGE_API_KEY')
    .optional()
    .meta(
      about(
        'Judge',
        'chat completions server for a [judge](judge.md), a language model that labels answers; unset: rules only',
      ),
    ),
  JUDGE_MODEL: z
    .string()
    .max(200, 'must have at most 200 characters')
    .optional()
    .meta(about('Judge', "the judge's model; required with `JUDGE_BASE_URL`")),
  // The message must not quote the value.
  JUDGE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional()
    .meta(about('Judge', "the judge's key, if the server requires one", { secret: true })),
  JUDGE_DAILY_TOKENS: wholeNumber(0, 1_000_000_000_000)
    .default(1_000_000)
    .meta(about('Judge', 'tokens that the judge may use per organization and day (UTC); 0 disables it')),
  JUDGE_BELOW_PERCENT: wholeNumber(0, 100)
    .default(100)
    .meta(
      about(
        'Judge',
        'the judge labels brands whose sentiment or strength has a [lower probability](judge.md#only-uncertain-labels) of being right, in percent; 100 labels all',
      ),
    ),
  PROVIDER_CREDENTIALS: z
    .enum(PROVIDER_CREDENTIALS, `must be one of ${PROVIDER_CREDENTIALS.join(', ')}`)
    .default('both')
    .meta(
      about(
        'Providers',
        'which [credentials of vendors](providers.md#credentials-in-the-product) are used: `environment`, `database` or `both`',
      ),
    ),
  DAILY_SPEND_USD: usDollars
    .optional()
    .meta(
      about(
        'Costs and limits',
        'spending limit in US dollars for all questions together per day (UTC): [Costs](operations.md#costs)',
      ),
    ),
  DAILY_SPEND_USD_PER_ORGANIZATION: usDollars
    .optional()
    .meta(about('Costs and limits', 'the same limit for each organization')),
  SECRET_KEY: secretKey
    .optional()
    .meta(
      about(
        'Data',
        'at least 32 bytes; encrypts stored secrets and signs sessions. Required with `DATABASE_URL`',
        { secret: true, unset: 'generated for an embedded database' },
      ),
    ),
  SECRET_KEY_PREVIOUS: secretKey
    .optional()
    .meta(
      about(
        'Data',
        'the key that `SECRET_KEY` replaces, during a [rotation](operations.md#rotating-secret_key)',
        { secret: true },
      ),
    ),
  RETENTION_RAW_DAYS: wholeNumber(1, 36_500)
    .optional()
    .meta(
      about(
        'Data',
        'days for which raw responses of providers are kept after a run or analysis has ended: [Deleting old answers and logs](operations.md#deleting-old-answers-and-logs)',
        { unset: 'forever' },
      ),
    ),
  RETENTION_TEXT_DAYS: wholeNumber(1, 36_500)
    .optional()
    .meta(about('Data', 'the same for the texts of answers', { unset: 'forever' })),
  RETENTION_LOG_DAYS: wholeNumber(1, 36_500)
    .optional()
    .meta(
      about('Data', 'days for which the audit log and ended deliveries of webhooks are kept', {
        unset: '400 and 90 days',
      }),
    ),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(60)
    .meta(
      about(
        'Costs and limits',
        'requests per minute for each key, and for each address without valid credentials; a signed-in member may send ten times as many',
      ),
    ),
  GRAPHQL_CACHE_MEGABYTES: wholeNumber(0, 100_000)
    .default(64)
    .meta(
      about('GraphQL', 'memory for cached responses about ended runs and analyses; 0 disables the cache'),
    ),
  PERSISTED_OPERATIONS_FILE: z
    .string()
    .transform(readOperations)
    .refine(
      (documents) => documents !== null,
      'must name a JSON file that maps the hash of each GraphQL document to its text',
    )
    .optional()
    .meta(
      about(
        'GraphQL',
        'JSON file with the only GraphQL operations that are executed: [graphql.md](graphql.md#trusted-documents)',
      ),
    ),
  PUBLIC_URL: origin
    .optional()
    .meta(
      about(
        'Addresses',
        'the URL that users open; no other `Host` or `Origin` is served. Unset: the loopback names on a loopback address, otherwise any',
      ),
    ),
  // The message must not quote the value, which may contain a password.
  SMTP_URL: url(['smtp:', 'smtps:'])
    .optional()
    .meta(
      about(
        'Email',
        'mail server (`smtp://`, `smtps://`) for invitations and password reset links; unset: the requester receives the link',
        { secret: true },
      ),
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an email address, optionally with a name: Answergraph <noreply@example.com>',
    )
    .optional()
    .meta(about('Email', 'sender of the email; required with `SMTP_URL`, as is `PUBLIC_URL`')),
  CHROMIUM_PATH: z
    .string()
    .refine(
      (path) => path === 'off' || existsSync(path),
      'names a file that does not exist; correct the path',
    )
    .optional()
    .meta(
      about(
        'Email',
        'Chromium that prints [reports](reports.md#pdf) as PDF; `off`: emails have the HTML file instead',
        { unset: 'the first Chromium on the `PATH`' },
      ),
    ),
  ...OPEN_ID_VARIABLES,
  TRUST_PROXY: list
    .refine(
      (entries) => entries.every((entry) => addressBlock.safeParse(entry).success),
      'must be a comma-separated list of addresses and CIDR blocks, such as 10.0.0.0/8',
    )
    .meta(
      about(
        'Addresses',
        'comma-separated addresses and CIDR blocks of proxies with a trusted `X-Forwarded-For`: [api.md](api.md#proxies)',
      ),
    ),
  OUTBOUND_ALLOW: hostsWithPorts.meta(
    about(
      'Addresses',
      'comma-separated `host:port` that webhooks and site fetches may reach even if private',
    ),
  ),
  CITED_PAGES: z
    .enum(ON_OR_OFF, `must be one of ${ON_OR_OFF.join(', ')}`)
    .default('on')
    .meta(
      about('Addresses', '`off`: do not fetch the [pages that answers cite](opportunities.md#cited-pages)'),
    ),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .meta(
      about(
        'Monitoring',
        'port for `/metrics` in the format of Prometheus, without a token: [Metrics](operations.md#metrics)',
      ),
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 ASCII characters without spaces')
    .optional()
    .meta(about('Monitoring', 'serves `/metrics` on `PORT` to requests with this token', { secret: true })),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'])
    .optional()
    .meta(
      about(
        'Monitoring',
        'address of a collector that receives traces over OTLP, such as `http://localhost:4318`; unset: no tracing. [Tracing](operations.md#tracing)',
      ),
    ),
  OTEL_SERVICE_NAME: z
    .string()
    .max(200, 'must have at most 200 characters')
    .default('answergraph')
    .meta(about('Monitoring', 'name of the service in traces')),
  LOG_FORMAT: z
    .enum(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(', ')}`)
    .optional()
    .meta(
      about('Monitoring', '`json`: one JSON object per line; `pretty`: text for people', {
        unset: 'pretty on a terminal, otherwise json',
      }),
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta(about('Monitoring', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`')),
})

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { VARIABLES } from '../../src/config/reference.ts'

/** An object of Kubernetes. */
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  [field: string]: unknown
}

const FOLDER = 'ops/kubernetes'

const manifests = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document): Manifest => document.toJS()),
  )

/** Names of variables that a process reads, including the names of files with secrets. */
const KNOWN = new Set(VARIABLES.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))

/** Returns every object in a value, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? children : [{ ...value }, ...children]
}

describe('ops/kubernetes', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s matches the schema of Kubernetes',
    async (_, manifest) => {
      const { apiVersion, kind } = manifest
      // A class for each kind of object, which validates itself.
      const models: Record<string, new (data: object) => { validate(): void }> = await import(
        /* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`
      )
      const Model = models[kind]
      if (!Model) throw new Error(`${apiVersion} has no ${kind}`)
      expect(() => new Model(manifest).validate()).not.toThrow()
    },
  )

  it('lists every file in kustomization.yaml', () => {
    const { resources } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'))
    expect(resources.toSorted()).toEqual(
      readdirSync(FOLDER)
        .filter((file) => file !== 'kustomization.yaml')
        .toSorted(),
    )
  })

  it('runs every container as a user without rights, with a read-only root file system', () => {
    const containers = objectsIn(manifests).filter(({ image }) => image === 'answergraph')
    expect(containers).toHaveLength(3)
    for (const container of containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    const pods = objectsIn(manifests).filter(({ containers }) => containers !== undefined)
    for (const pod of pods)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  })

  it('sets only variables that exist, and no secret', () => {
    const maps = manifests.filter(({ kind }) => kind === 'ConfigMap')
    const names = maps.flatMap(({ data }) => Object.keys(data ?? {}))
    const secret = new Set(VARIABLES.filter(({ secret }) => secret).map(({ name }) => name))
    expect(names.filter((name) => !KNOWN.has(name) || secret.has(name))).toEqual([])
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret')
  })
})

describe('ops/compose.yaml', () => {
  const compose = parse(readFileSync('ops/compose.yaml', 'utf8'), { merge: true })

  it('matches the Compose Specification', () => {
    // Ajv does not know the address of the draft, which it uses anyway.
    const { $schema: _, ...schema } = JSON.parse(
      readFileSync('node_modules/dclint/schemas/compose.schema.json', 'utf8'),
    )
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    validate(compose)
    expect(validate.errors ?? []).toEqual([])
  })

  it('has two gateways and two workers, whose root file systems are read-only', () => {
    const own = Object.entries<Record<string, unknown>>(compose.services).filter(([, { build }]) => build)
    expect(own.map(([name]) => name)).toEqual(['migrate', 'gateway-1', 'gateway-2', 'worker-1', 'worker-2'])
    for (const [, service] of own) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  it('sets only variables that exist', () => {
    const names = Object.keys(compose['x-answergraph'].environment)
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([])
  })

  it('balances with a valid Caddyfile', () => {
    const adapted = spawnSync('caddy', ['adapt', '--config', 'ops/Caddyfile', '--validate'], {
      env: { ...process.env, DOMAIN: 'brands.example.com' },
      encoding: 'utf8',
    })
    expect(adapted.stderr).not.toContain('Error')
    expect(adapted.status).toBe(0)
  })
})

describe('the Dockerfile', () => {
  const text = readFileSync('Dockerfile', 'utf8')

  it('copies only files that exist and that .dockerignore lets through', () => {
    const [, , final = ''] = text.split(/^FROM /m)
    const copied = [...final.matchAll(/^COPY --from=build (.+)$/gm)].flatMap(([, paths = '']) =>
      paths.split(' ').slice(0, -1),
    )
    const inCheckout = copied.filter((path) => path.startsWith('/build/')).map((path) => path.slice(7))
    expect(inCheckout.length).toBeGreaterThan(5)
    expect(inCheckout.filter((path) => !existsSync(path))).toEqual([])
    const allowed = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(
      ([, path = '']) => path,
    )
    const isAllowed = (path: string) =>
      allowed.some((entry) => `${path}/`.startsWith(`${entry}/`) || entry.startsWith(`${path}/`))
    // The build creates these two.
    const created = ['dist', 'node_modules']
    expect(inCheckout.filter((path) => !created.includes(path) && !isAllowed(path))).toEqual([])
  })

  it('leaves out training data, tests and secrets', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(allowed[0]).toBe('*')
    for (const path of ['!training', '!test', '!ops', '!.data']) expect(allowed).not.toContain(path)
  })

  it('starts the program with the command of the package', () => {
    expect(text).toContain('ENTRYPOINT ["node", "/app/bin/answergraph.js"]')
    expect(execFileSync('node', ['bin/answergraph.js', '--version'], { encoding: 'utf8' })).toMatch(/^\d+\./)
  })
})

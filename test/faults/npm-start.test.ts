import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { askWith, cookiesOf, postAuth, tokenIn } from '../api/member-client.ts'
import { commandsOf, snippetsTestedBy } from '../code-blocks/languages/sh-unexecuted.ts'
import { run } from '../code-blocks/run.ts'

const [begin] = snippetsTestedBy('test/faults/npm-start.test.ts', 'README.md')

it('README.md starts with the commands npm ci, npm start and npm test', () => {
  // A test below runs npm start, and npm test runs this file.
  expect(begin && commandsOf(begin)).toEqual([
    ['npm ci', 'npm start'],
    ['npm ci', 'npm test'],
  ])
})

it('npm ci accepts package.json and its lock file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-npm-'))
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(folder, file))
  await run('npm', ['ci', '--dry-run', '--offline', '--no-audit'], { cwd: folder, env: npmEnvironment() })
  rmSync(folder, { recursive: true, force: true })
})

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'npm start prints working keys and commands, and leaves no process running when npm receives %s',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'answergraph-npm-'))
    chmodSync(folder, 0o755)
    const child = spawn('npm', ['start', '--', '--port', '0'], {
      env: { ...npmEnvironment(), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const errors = createInterface({ input: child.stderr })
    const stopped = new Promise<void>((resolve) =>
      // Standard error is not a terminal here, so the server logs its steps as JSON lines.
      errors.on('line', (line) => line.includes('"msg":"Stopped"') && resolve()),
    )
    const printed: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line)
      if (line.startsWith('Stop with')) break
    }
    const text = printed.join('\n')
    expect(text.match(/svc_[0-9A-Z]{52}/g)?.length).toBeGreaterThanOrEqual(5)
    expect(text.match(/curl /g)).toHaveLength(4)
    if (signal === 'SIGTERM') {
      await openDashboard(printed)
      await pasteCommands(printed)
    }
    child.kill(signal)
    await stopped
    expect(existsSync(join(folder, 'data', 'postgres', 'postmaster.pid')), 'PostgreSQL has left too').toBe(
      false,
    )
    rmSync(folder, { recursive: true, force: true })
  },
  60_000,
)

/**
 * Opens the first URL of the welcome text as a browser would: the link signs in once, and the project has a completed
 * run.
 */
async function openDashboard(printed: string[]): Promise<void> {
  const link = new URL(
    /https?:\S+/.exec(printed.find((line) => line.startsWith('  Dashboard')) ?? '')?.[0] ?? '',
  )
  expect(link.pathname).toBe('/sign-in')
  const token = tokenIn(link.href)
  const world = { url: link.origin }
  const response = await postAuth(world, '/use-sign-in-link', { token })
  expect(response.status).toBe(200)
  const query = '{ viewer { organization { projects { nodes { latestRun { status } } } } } }'
  const { data } = await askWith(world, cookiesOf(response), query)
  expect(data.viewer.organization.projects.nodes).toEqual([{ latestRun: { status: 'COMPLETED' } }])
  expect((await postAuth(world, '/use-sign-in-link', { token })).status).toBe(400)
}

/** Runs the commands of the welcome text in bash exactly as printed. */
async function pasteCommands(printed: string[]): Promise<void> {
  const commands = printed.map((line) => line.trim()).filter((line) => /^(curl|ID=)/.test(line))
  expect(commands).toHaveLength(3)
  const paste = (command: string | undefined) =>
    run('bash', ['-c', command ?? ''], { cwd: tmpdir(), env: npmEnvironment() })
  const [started, asked, watched] = [
    await paste(commands[0]),
    await paste(commands[1]),
    await paste(commands[2]),
  ]
  expect(JSON.parse(started)).toMatchObject({ data: { status: 'queued', creditsReserved: 20 } })
  const { data, errors } = JSON.parse(asked)
  expect(errors).toBeUndefined()
  expect(data.viewer.project.name).toBe('Taskfern')
  const events = watched.match(/(?<=^data: )\{.*/gm)?.map((event) => JSON.parse(event)) ?? []
  expect(events.at(-1)).toEqual({
    data: { asyncAnalysisProgress: { status: 'COMPLETED', progress: { completed: 20, total: 20 } } },
  })
  expect(watched).toContain('event: complete')
}

function npmEnvironment(): Record<string, string> {
  const { PATH, HOME } = process.env
  return { ...(PATH && { PATH }), ...(HOME && { HOME }) }
}

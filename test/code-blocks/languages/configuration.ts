import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from '../../installed.ts'
import type { Executor } from '../execute.ts'
import type { Page } from '../page.ts'
import { run } from '../run.ts'

/** Creates a new folder for the page. */
function newFolder({ folder }: Page): string {
  return mkdtempSync(join(folder, 'configuration-'))
}

/** Checks that `systemd-analyze` accepts a unit without a warning. */
export const ini: Executor = async (snippet, page) => {
  if (snippet.words[0] !== 'systemd-unit') throw new Error('write systemd-unit after the language')
  if (!isInstalled('systemd-analyze')) return
  const file = join(newFolder(page), 'answergraph.service')
  writeFileSync(file, snippet.text)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(stderr)
}

/** Checks that nginx accepts the text in its `http` block, with new certificates. */
export const nginx: Executor = async (snippet, page) => {
  if (!isInstalled('nginx')) return
  const folder = newFolder(page)
  const options = { cwd: folder, env: page.shell.environment() }
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.com']
  await run('openssl', [...request, '-keyout', 'site.key', '-out', 'site.pem'], options)
  const site = snippet.text
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/site.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/site.key;`)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const http = ['access_log off;', ...temporary, site].join('\n')
  writeFileSync(file, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`)
  await run('nginx', ['-t', '-q', '-p', folder, '-c', file], options)
}

/** Checks that Caddy accepts a file. */
export const caddyfile: Executor = async (snippet, page) => {
  if (!isInstalled('caddy')) return
  const folder = newFolder(page)
  writeFileSync(join(folder, 'Caddyfile'), snippet.text)
  const env = { ...page.shell.environment(), HOME: folder }
  await run('caddy', ['validate', '--config', 'Caddyfile', '--adapter', 'caddyfile'], { cwd: folder, env })
}

import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Waits until its standard input ends, which happens however this process ends. Then stops PostgreSQL with a fast
 * shutdown, unless another living process is listed as a user. $1 is the data folder, $2 the id of this process.
 */
const SCRIPT = `
trap '' INT TERM HUP
read -r _
rm -f "$1/users/$2"
for user in "$1"/users/*; do
  if [ -e "$user" ] && kill -0 "\${user##*/}" 2>/dev/null; then exit 0; fi
done
pid=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null) && kill -INT "$pid" 2>/dev/null
`

/**
 * Makes sure that an embedded PostgreSQL does not outlive this process, even after kill -9: lists the process as a user of
 * the data folder, and starts a shell that waits for its end. On Windows, which has no such shell, a killed process leaves
 * the server running, and the next start joins it.
 * @returns a function that ends the guard; call it after the server was released
 */
export function guardCluster(folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const users = join(folder, 'users')
  mkdirSync(users, { recursive: true, mode: 0o700 })
  const file = join(users, String(process.pid))
  writeFileSync(file, '', { mode: 0o600 })
  // In its own session, so that signals of the terminal to all processes of a command do not reach it.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'answergraph-guard', folder, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return () => {
    rmSync(file, { force: true })
    shell.stdin.end()
  }
}

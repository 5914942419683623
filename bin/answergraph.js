#!/usr/bin/env node
// A checkout is built first if it is out of date. An installed package already contains the build.
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Answergraph needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Newer versions of Node.js keep compiled code in a cache, which shortens the start.
module.enableCompileCache?.()
if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { build } = await import('../build.js')
  await build()
}
await import('../dist/main.js')

// Runs in a worker thread, so that work in the test's own event loop does not distort the measured times.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const INTERVAL_MS = 20

// With a key, the client sends a small GraphQL query. Without a key, it requests the health check.
const { url, key } = workerData
const agent = new Agent({ keepAlive: true })
const { path, method, headers, body, expected } = key
  ? {
      path: '/graphql',
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { key { databaseId } } }' }),
      expected: 'databaseId',
    }
  : { path: '/healthz', method: 'GET', headers: {}, body: undefined, expected: '' }
let timer
let current

/** Sends the request and records its response time in milliseconds. */
function ask(stats) {
  const startedAt = performance.now()
  stats.open += 1
  const done = (failure) => {
    stats.open -= 1
    stats.asked += 1
    if (failure) stats.failures.push(failure)
    stats.longest = Math.max(stats.longest, performance.now() - startedAt)
    if (stats.ended && stats.open === 0) report(stats)
  }
  send(done)
}

function send(done) {
  const sent = request(url + path, { method, agent, headers }, (response) => {
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => {
      const valid = response.statusCode === 200 && text.includes(expected)
      done(valid ? undefined : `${response.statusCode} ${text.slice(0, 300)}`)
    })
  })
  sent.on('error', (error) => {
    // The server closes idle connections. Like other HTTP clients, this one sends the request again.
    if (sent.reusedSocket && error.code === 'ECONNRESET') send(done)
    else done(`${error.code} ${error.message}`)
  })
  sent.end(body)
}

function report({ asked, failures, longest }) {
  parentPort.postMessage({ asked, failures, longest })
}

parentPort.on('message', (message) => {
  if (message === 'begin') {
    const stats = { open: 0, asked: 0, failures: [], longest: 0, ended: false }
    current = stats
    ask(stats)
    timer = setInterval(() => ask(stats), INTERVAL_MS)
  } else {
    clearInterval(timer)
    current.ended = true
    if (current.open === 0) report(current)
  }
})

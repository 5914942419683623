// A client with an event loop of its own: what the test does beside it must not stop its clock.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const EVERY = 20

// With a key it sends a small query, without one it asks for the health of the process.
const { url, key } = workerData
// One connection that is never idle: the server closes idle ones, at any moment.
const agent = new Agent({ keepAlive: true, ...(!key && { maxSockets: 1 }) })
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
let seen

/** Sends the request and notes how long its answer took, in milliseconds. */
function ask(notes) {
  const begun = performance.now()
  notes.open += 1
  const done = (ok) => {
    notes.open -= 1
    notes.asked += 1
    if (!ok) notes.failed += 1
    notes.longest = Math.max(notes.longest, performance.now() - begun)
    if (notes.ended && notes.open === 0) report(notes)
  }
  const sent = request(url + path, { method, agent, headers }, (response) => {
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => done(response.statusCode === 200 && text.includes(expected)))
  })
  sent.on('error', () => done(false))
  sent.end(body)
}

function report({ asked, failed, longest }) {
  parentPort.postMessage({ asked, failed, longest })
}

parentPort.on('message', (message) => {
  if (message === 'begin') {
    const notes = { open: 0, asked: 0, failed: 0, longest: 0, ended: false }
    seen = notes
    ask(notes)
    timer = setInterval(() => ask(notes), EVERY)
  } else {
    clearInterval(timer)
    seen.ended = true
    if (seen.open === 0) report(seen)
  }
})

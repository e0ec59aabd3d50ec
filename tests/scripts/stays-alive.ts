// Started through scripts/run.mjs by runner-killed.test.ts: says its process id and stays until it is asked to go.
console.log(`alive ${process.pid}`)
setInterval(() => undefined, 60_000)
for (const word of ['disconnect', 'SIGTERM'] as const) process.on(word, () => process.exit())

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { jwtAuthenticator, nkeys } from 'nats.ws'
import { afterEach, expect, test, vi } from 'vitest'
import { WATCH_MS } from '../../../edge/live/deadlines.ts'
import { HubStore } from '../../../edge/live/hub-store.ts'
import { GRACE_MS, Presence } from '../../../edge/live/presence.ts'
import { connectLive, hubOf, newCompany, openSocket, tokenFor, until } from './connect-live.ts'

const sight = { kind: 'all' } as never

import { describe, expect, it } from 'vitest'
import {
  apiUrl,
  deploymentAt,
  deployments,
  deploymentsFor,
  jurisdictionOf,
  liveAddress,
  liveUrl,
  regionList,
} from '../../domain/deployments.ts'

const asked = (host: string, change: object = {}) =>
  regionList({ origin: `https://${host}`, region: 'eu', environment: 'production', ...change })

describe('the list of deployments', () => {
  it.each([
    ['[TRANS-004]', 'production-eu', 'production', 'eu', 'eu'],
    ['[TRANS-005]', 'production-na', 'production', 'na', 'us'],
    ['[TRANS-006]', 'validation-eu', 'validation', 'eu', 'eu'],
    ['[TRANS-007]', 'validation-na', 'validation', 'na', 'us'],
    ['[TRANS-008]', 'staging', 'staging', 'eu', 'eu'],
    ['[TRANS-009]', 'qa', 'qa', 'eu', 'eu'],
    ['[TRANS-010]', 'develop', 'develop', 'eu', 'eu'],
  ])('%s %s is there, with its region and jurisdiction', (_, name, environment, region, where) => {
    const found = deployments.filter((one) => one.name === name)
    expect(found).toMatchObject([{ environment, region }])
    expect(found.map(jurisdictionOf)).toEqual([where])
  })

  it('[TRANS-011] speaks v3 everywhere, and no two share a name or a host', () => {
    for (const one of deployments) expect(apiUrl(one)).toBe(`https://${one.host}/v3`)
    expect(new Set(deployments.map(({ host }) => host)).size).toBe(deployments.length)
    expect(new Set(deployments.map(({ name }) => name)).size).toBe(deployments.length)
    expect(deployments).toHaveLength(7)
  })

  it('[SOCK-023] the live address depends on the environment; North America is called Canadian, validation has its own', () => {
    expect(deployments.map((one) => [one.name, one.livePlace])).toEqual([
      ['production-eu', 'production'],
      ['production-na', 'canadian'],
      ['validation-eu', 'production'],
      ['validation-na', 'canadian'],
      ['staging', 'staging'],
      ['qa', 'qa'],
      ['develop', 'development'],
    ])
    for (const one of deployments) {
      expect(liveUrl(one)).toBe(`wss://${one.host}/v3/live`)
      expect(liveAddress(`https://${one.host}`, '/v3/live/c')).toBe(`wss://${one.host}/v3/live/c`)
    }
    expect(liveAddress('http://localhost:8787', '/v3/live/c')).toBe('ws://localhost:8787/v3/live/c')
  })
})

describe('the region list', () => {
  it('[TRANS-003] depends on the host of the page', () => {
    expect(asked('eu.bapp.example')).toEqual([
      { region: 'eu', baseUrl: 'https://eu.bapp.example' },
      { region: 'na', baseUrl: 'https://na.bapp.example' },
    ])
    expect(asked('na.bapp.example', { region: 'na' })).toEqual(asked('eu.bapp.example'))
    expect(asked('validation-na.bapp.example').map(({ baseUrl }) => baseUrl)).toEqual([
      'https://validation-eu.bapp.example',
      'https://validation-na.bapp.example',
    ])
    expect(asked('qa.bapp.example')).toEqual([{ region: 'eu', baseUrl: 'https://qa.bapp.example' }])
  })

  it('[TRANS-001] gives each region one base URL to choose', () => {
    for (const { host } of deployments) {
      const regions = asked(host).map(({ region }) => region)
      expect(new Set(regions).size).toBe(regions.length)
      expect(asked(host).some(({ baseUrl }) => baseUrl === `https://${host}`)).toBe(true)
    }
  })

  it('[TRANS-002] of a host that nothing is known of is staging', () => {
    expect(deploymentAt('elsewhere.test')).toBeUndefined()
    expect(deploymentsFor('elsewhere.test').map(({ name }) => name)).toEqual(['staging'])
    expect(deploymentsFor('elsewhere.test', 'unheard of').map(({ name }) => name)).toEqual([
      'staging',
    ])
    expect(deploymentsFor('elsewhere.test', 'qa').map(({ name }) => name)).toEqual(['qa'])
  })

  it('on a machine of its own knows only itself, or the given addresses', () => {
    const local = { environment: 'local', region: 'na' }
    const own = { region: 'na', baseUrl: 'https://localhost:8787' }
    expect(asked('localhost:8787', local)).toEqual([own])
    const other = { region: 'eu', baseUrl: 'http://localhost:8788' }
    const configured = 'eu=http://localhost:8788, xx=http://nowhere.test,'
    expect(asked('localhost:8787', { ...local, configured })).toEqual([own, other])
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMarkers, markerMaker, markersIn } from '../batteries/residency/markers.ts'
import { plantLeaks } from '../batteries/residency/plant.ts'
import { scanFolder } from '../batteries/residency/scan.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'residency-scan-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('markers', () => {
  test('are never the same and read back from text', () => {
    const make = markerMaker('eu')
    const made = Array.from({ length: 500 }, make)
    expect(new Set(made).size).toBe(500)
    expect(markersIn(made.join(' and '))).toEqual(made)
  })

  test('are found in base64 wherever they begin', () => {
    const marker = markerMaker('na')()
    for (let before = 0; before < 9; before += 1) {
      const bytes = Buffer.from(Buffer.from(`${'x'.repeat(before)}${marker}yy`).toString('base64'))
      expect(findMarkers(bytes)).toEqual([{ marker, encoding: 'base64' }])
    }
  })
})

describe('the scan of a folder', () => {
  test('finds each planted leak, and nothing when it is gone', () => {
    mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true })
    writeFileSync(join(folder, 'deep', 'deeper', 'quiet.txt'), 'nothing of the kind')
    const leaks = plantLeaks(folder, markerMaker('eu'))
    const found = new Set(scanFolder(folder).hits.map(({ marker }) => marker))
    expect(leaks.markers.filter((marker) => !found.has(marker))).toEqual([])
    leaks.remove()
    expect(scanFolder(folder)).toMatchObject({ hits: [], files: 1 })
  })
})

import type { Locator, Page } from '@playwright/test'
import { openDialog } from './pages.ts'

/**
 * The hand of a person at the page: counts what they do. An action is a click, a chosen item, a key, or a field that is filled in,
 * however long its text; a page that is opened by its entry in the menu is one.
 */
export class Hand {
  actions = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get dialog(): Locator {
    return openDialog(this.#page)
  }

  /** Open a page of the menu. */
  async goTo(path: string): Promise<void> {
    this.actions += 1
    await this.#page.goto(path)
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1
    await target.click()
  }

  /** Press a button by its name, in the open dialog or on the page. */
  async press(name: string | RegExp, where: Page | Locator = this.#page): Promise<void> {
    await this.click(where.getByRole('button', { name, exact: typeof name === 'string' }))
  }

  /** Fill in a field by its label. */
  async fill(
    label: string | RegExp,
    text: string,
    where: Page | Locator = this.dialog,
  ): Promise<void> {
    this.actions += 1
    await where.getByLabel(label).fill(text)
  }

  async choose(
    label: string | RegExp,
    item: string,
    where: Page | Locator = this.dialog,
  ): Promise<void> {
    this.actions += 1
    await where.getByLabel(label).selectOption({ label: item })
  }

  async check(name: string | RegExp, where: Page | Locator = this.dialog): Promise<void> {
    this.actions += 1
    await where.getByRole('checkbox', { name }).click()
  }

  /** Find a record of a list by its name and open it beside the list. */
  async open(name: string): Promise<Locator> {
    await this.fill('Filter', name, this.#page)
    await this.click(this.#page.getByRole('grid').getByText(name, { exact: true }).first())
    return this.#page.getByRole('complementary', { name })
  }
}

/** A job, and what the public documentation of another product lists for the same. */
export interface Story {
  job: string
  anchor: string
  /** Actions that the documentation lists, counted as those of a hand; null where it lists none. */
  documented: number | null
  source: string
}

/** Say what a story took beside its anchor. */
export function sayStory({ job, anchor, documented }: Story, actions: number): string {
  const theirs = documented === null ? 'none listed' : `${anchor} lists ${documented}`
  return `  ${job.padEnd(42)} ${String(actions).padStart(3)} actions; ${theirs}`
}

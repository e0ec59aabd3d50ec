import type { Step } from './steps.ts'

/** Histories that once went wrong, as few steps as show it; each is played with every test. */
export const pinned: readonly { title: string; machines: number; steps: Step[] }[] = [
  {
    title: "another's name gave way and nobody was told",
    machines: 4,
    steps: [
      { act: 'edit', a: 34923, b: 27749, c: 34124, d: 61655 },
      { act: 'edit', a: 47157, b: 133, c: 12059, d: 5037 },
      { act: 'send', a: 43731, b: 52685, c: 37549, d: 46513 },
      { act: 'edit', a: 57835, b: 2175, c: 48424, d: 27941 },
    ],
  },
  {
    title: 'an edit in one tab took the words of the other with it',
    machines: 3,
    steps: [
      { act: 'create', a: 14719, b: 60218, c: 61844, d: 35419 },
      { act: 'edit', a: 2704, b: 8609, c: 52271, d: 17228 },
      { act: 'edit', a: 15088, b: 58934, c: 55724, d: 46179 },
      { act: 'edit', a: 13873, b: 42749, c: 58453, d: 6273 },
    ],
  },
  {
    title: "another's device gave way and nobody was told",
    machines: 3,
    steps: [
      { act: 'edit', a: 37940, b: 59308, c: 24496, d: 43903 },
      { act: 'send', a: 30812, b: 16356, c: 30927, d: 65024 },
      { act: 'edit', a: 60630, b: 7670, c: 35265, d: 34145 },
      { act: 'edit', a: 38825, b: 16034, c: 13810, d: 13667 },
    ],
  },
  {
    title: "another's words were taken out of a note",
    machines: 2,
    steps: [
      { act: 'edit', a: 30139, b: 8688, c: 38519, d: 54963 },
      { act: 'send', a: 33119, b: 24322, c: 55940, d: 32696 },
      { act: 'edit', a: 52686, b: 33516, c: 24305, d: 47879 },
      { act: 'edit', a: 30103, b: 39402, c: 1799, d: 46057 },
    ],
  },
  {
    title: "another's words were taken out of a note",
    machines: 4,
    steps: [
      { act: 'edit', a: 259, b: 19286, c: 6625, d: 7351 },
      { act: 'send', a: 27283, b: 30978, c: 29102, d: 3515 },
      { act: 'edit', a: 22396, b: 12896, c: 21974, d: 58734 },
      { act: 'edit', a: 28387, b: 11386, c: 60138, d: 1940 },
    ],
  },
  {
    title: 'a word was glued to another one',
    machines: 2,
    steps: [
      { act: 'edit', a: 44603, b: 25960, c: 53145, d: 33986 },
      { act: 'send', a: 34243, b: 37124, c: 40392, d: 45562 },
      { act: 'edit', a: 21553, b: 14600, c: 63142, d: 16777 },
      { act: 'edit', a: 12902, b: 36706, c: 17850, d: 47919 },
    ],
  },
  {
    title: 'an edit that had been refused was taken late, after the one behind it',
    machines: 2,
    steps: [
      { act: 'edit', a: 58507, b: 25400, c: 10429, d: 53940 },
      { act: 'edit', a: 21638, b: 5523, c: 51458, d: 40128 },
      { act: 'send', a: 36813, b: 51864, c: 48168, d: 15794 },
      { act: 'create', a: 43303, b: 63407, c: 26714, d: 56076 },
      { act: 'send', a: 57429, b: 11883, c: 19795, d: 8876 },
      { act: 'status', a: 35638, b: 5798, c: 22970, d: 8635 },
      { act: 'lose', a: 17036, b: 39149, c: 27915, d: 32452 },
      { act: 'arrive', a: 6820, b: 28515, c: 22293, d: 11416 },
      { act: 'send', a: 62424, b: 52487, c: 5095, d: 48760 },
      { act: 'answer', a: 40121, b: 56178, c: 49197, d: 41283 },
      { act: 'edit', a: 11253, b: 61200, c: 7085, d: 9967 },
      { act: 'send', a: 17443, b: 41709, c: 35139, d: 65293 },
      { act: 'lose', a: 24241, b: 23119, c: 56580, d: 14896 },
      { act: 'arrive', a: 61981, b: 39506, c: 15884, d: 54425 },
      { act: 'status', a: 33059, b: 33932, c: 53349, d: 36060 },
    ],
  },
  {
    title: 'an edit built on a refused one met itself',
    machines: 2,
    steps: [
      { act: 'status', a: 16502, b: 6415, c: 55934, d: 31985 },
      { act: 'edit', a: 27077, b: 24433, c: 6609, d: 9779 },
      { act: 'send', a: 26209, b: 13989, c: 238, d: 11884 },
      { act: 'edit', a: 55611, b: 14565, c: 29750, d: 14378 },
      { act: 'arrive', a: 36152, b: 21743, c: 43419, d: 2298 },
      { act: 'answer', a: 2190, b: 58978, c: 972, d: 36401 },
      { act: 'edit', a: 17973, b: 33355, c: 1505, d: 65094 },
    ],
  },
  {
    title: 'a note that came to look the same was joined with itself',
    machines: 4,
    steps: [
      { act: 'edit', a: 34176, b: 27792, c: 2709, d: 44519 },
      { act: 'edit', a: 48038, b: 11934, c: 29894, d: 65076 },
      { act: 'settle', a: 7606, b: 34048, c: 32665, d: 62209 },
      { act: 'ask', a: 63384, b: 50878, c: 58008, d: 49205 },
      { act: 'page', a: 13481, b: 60200, c: 17241, d: 40357 },
      { act: 'edit', a: 44972, b: 23968, c: 57066, d: 33933 },
    ],
  },
]

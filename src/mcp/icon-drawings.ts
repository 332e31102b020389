/** Our own drawings, one line each: the path of a pen 1.5 wide on a field of 16 by 16. */
export const drawings = {
  analytics: 'M2 14h12M4 12V8m4 4V3m4 9V6',
  audit: 'M3 2h7l3 3v9H3zM6 8h4m-4 3h4',
  board: 'M2 2h12v12H2zM6 2v12m4-12v8',
  branch: 'M4 2v12M12 2v3a4 4 0 0 1-4 4H4',
  commit: 'M1 8h4m6 0h4m-4 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  compliance: 'M3 2h10v12H3zM5 8l2 2 4-4',
  config: 'M2 5h12M2 11h12M5 3v4m6 2v4',
  container: 'M2 4h12v8H2zM5 4v8m3-8v8m3-8v8',
  deploy: 'M8 14V5M4 9l4-4 4 4M3 2h10',
  discussion: 'M2 3h12v8H8l-3 3v-3H2z',
  environment: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c4 4 4 8 0 12-4-4-4-8 0-12',
  epic: 'M3 4h10M3 8h7m-7 4h4m5-2l3 2-3 2z',
  file: 'M4 1h5l4 4v10H4zM9 1v4h4',
  group: 'M9 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM1 14c0-6 10-6 10 0M11 2c3 1 3 5 0 6m1 1c2 1 3 3 3 5',
  health: 'M1 8h4l2-5 3 10 2-5h3',
  import: 'M8 2v8M4 7l4 4 4-4M2 14h12',
  integration: 'M6 2v4m4-4v4M4 6h8v2a4 4 0 0 1-8 0zm4 6v3',
  issue: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 5v4m0 1v1',
  job: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM7 6l3 2-3 2z',
  key: 'M8 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zm-1 2l7 6m-4-3l2-2',
  label: 'M2 4h8l4 4-4 4H2zM5 8h1',
  milestone: 'M4 15V2h9l-2 3 2 3H4',
  mr: 'M4 2v12m8 0V7a3 3 0 0 0-3-3H7m2-2L7 4l2 2',
  orbit: 'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM1 8c0-4 14-4 14 0s-14 4-14 0',
  package: 'M8 1l6 3v8l-6 3-6-3V4zM2 4l6 3 6-3M8 7v8',
  pipeline: 'M5 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zm10 0a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM5 8h6',
  project: 'M2 3h5l1 2h6v9H2z',
  release: 'M8 1c3 3 3 7 2 10H6C5 8 5 4 8 1zM6 14h4',
  runner: 'M2 3h12v8H2zM5 14h6m-3-3v3',
  schedule: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4v4l3 2',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm-1 3l4 4',
  security: 'M3 7h10v7H3zm2 0V5a3 3 0 0 1 6 0v2',
  server: 'M2 2h12v5H2zm0 7h12v5H2zm2-4.5h2m-2 7h2',
  shield: 'M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z',
  snippet: 'M5 4L1 8l4 4m6-8l4 4-4 4',
  tag: 'M2 2h5l7 7-5 5-7-7zm3 3h1',
  template: 'M2 2h12v12H2zm0 4h12M6 6v8',
  todo: 'M1 4l2 2 3-3M1 11l2 2 3-3m2-5h7m-7 7h7',
  token: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 5l3 3-3 3-3-3z',
  upload: 'M8 11V3M4 6l4-4 4 4M2 14h12',
  user: 'M11 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM2 15c0-7 12-7 12 0',
  variable: 'M5 2c-3 2-3 10 0 12m6-12c3 2 3 10 0 12M6 6l4 4m0-4l-4 4',
  vulnerability: 'M5 6a3 3 0 0 1 6 0v4a3 3 0 0 1-6 0zM1 8h4m6 0h4M3 3l2 2m8-2l-2 2m-8 8l2-2m8 2l-2-2',
  wiki: 'M8 3v11M8 3C6 1 3 2 2 2v11c1 0 4-1 6 1 2-2 5-1 6-1V2c-1 0-4-1-6 1',
} as const;

export type IconName = keyof typeof drawings;

/** A drawing as a file of its own, in the colour of the text around it or in a given one. */
export function svgOf(path: string, colour = 'currentColor'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="${colour}" stroke-width="1.5"><path d="${path}"/></svg>`;
}

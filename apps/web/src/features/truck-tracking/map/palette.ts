/** The map's color scheme. */
export type Scheme = 'light' | 'dark';

/** The map's colors in one scheme. The base map is slate, so that only pins and route stand out. */
export interface Palette {
  water: string;
  land: string;
  county: string;
  state: string;
  coast: string;
  railroad: string;
  waterLabel: string;
  label: string;
  /** Color of our own labels: truck numbers, jobs, plants. */
  ink: string;
  halo: string;
  route: string;
  routeCasing: string;
}

export const PALETTES: Record<Scheme, Palette> = {
  light: {
    water: '#cddce8',
    land: '#f4f6f8',
    county: '#d3dbe3',
    state: '#a9b5c1',
    coast: '#9aa8b5',
    railroad: '#b9b2a8',
    waterLabel: '#4f7390',
    label: '#586674',
    ink: '#141c24',
    halo: '#ffffff',
    route: '#1f5f99',
    routeCasing: '#ffffff',
  },
  dark: {
    water: '#0d1a26',
    land: '#18212a',
    county: '#2a3744',
    state: '#465462',
    coast: '#3a4754',
    railroad: '#4b453d',
    waterLabel: '#6f95b3',
    label: '#93a1af',
    ink: '#e3e9ef',
    halo: '#0e141b',
    route: '#7db8ee',
    routeCasing: '#0a0f14',
  },
};

/** The font of every label. It is the file that the portal's text uses, so no glyph server is needed. */
export const MAP_FONT = 'Yardage Sans';

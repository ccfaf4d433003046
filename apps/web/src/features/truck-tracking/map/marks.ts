import { TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import type { Map as GlMap, StyleImageMetadata } from 'maplibre-gl';
import { PIN_COLORS } from '../pin-colors.ts';
import { PALETTES, type Palette, type Scheme } from './palette.ts';

/** Icons are drawn at twice the size, so that they are sharp on phones. */
const RATIO = 2;
const OUTLINE = '#141c24';

/** Names of the map's icons. */
export const MARKS = {
  pin: 'yardage-pin-',
  arrow: 'yardage-arrow-',
  crowd: 'yardage-crowd',
  job: 'yardage-job',
  plant: 'yardage-plant',
  grid: 'yardage-grid',
} as const;

const CROWD_SIZE = 26;
const MIDDLE: [number, number][] = [[CROWD_SIZE * RATIO * 0.5 - 1, CROWD_SIZE * RATIO * 0.5 + 1]];
const CROWD_STRETCH = { stretchX: MIDDLE, stretchY: MIDDLE } as const;

type Draw = (pen: CanvasRenderingContext2D) => void;

/** Adds the icons of pins, headings, jobs and plants to the map. A new style does not have them. */
export function addMarks(map: GlMap, scheme: Scheme): void {
  const add = (name: string, size: number, draw: Draw, stretch: Partial<StyleImageMetadata> = {}): void => {
    if (map.hasImage(name)) map.removeImage(name);
    map.addImage(name, picture(size, draw), { pixelRatio: RATIO, ...stretch });
  };
  for (const statusId of Object.keys(TICKET_STATUS_NAMES) as unknown as (keyof typeof PIN_COLORS)[]) {
    const { fill, ink } = PIN_COLORS[statusId];
    add(`${MARKS.pin}${statusId}`, 30, (pen) => drawPin(pen, fill, ink, String(statusId)));
    add(`${MARKS.arrow}${statusId}`, 52, (pen) => drawArrow(pen, fill));
  }
  add(MARKS.crowd, CROWD_SIZE, (pen) => drawBadge(pen, PALETTES[scheme]), CROWD_STRETCH);
  add(MARKS.job, 26, (pen) => drawTile(pen, PALETTES[scheme], drawFlag));
  add(MARKS.grid, 24, (pen) => drawDot(pen, PALETTES[scheme]));
  add(MARKS.plant, 26, (pen) => drawTile(pen, PALETTES[scheme], drawSilo));
}

/** Draws a square icon with the origin at its center. */
function picture(size: number, draw: Draw): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = size * RATIO;
  canvas.height = size * RATIO;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser gives no canvas to draw on.');
  pen.scale(RATIO, RATIO);
  pen.translate(size / 2, size / 2);
  draw(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** Draws a disc with the status number. White and dark rings set it off from any background. */
function drawPin(pen: CanvasRenderingContext2D, fill: string, ink: string, text: string): void {
  for (const [radius, color] of [
    [13.5, OUTLINE],
    [12.5, '#ffffff'],
    [10.5, fill],
  ] as const) {
    pen.beginPath();
    pen.arc(0, 0, radius, 0, Math.PI * 2);
    pen.fillStyle = color;
    pen.fill();
  }
  pen.fillStyle = ink;
  pen.font = "700 13px 'Inter Variable', system-ui, sans-serif";
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, 0, 1);
}

/** Draws a tip beside the disc, pointing east: angles are measured from there (TRK-18). */
function drawArrow(pen: CanvasRenderingContext2D, fill: string): void {
  pen.beginPath();
  pen.moveTo(24, 0);
  pen.lineTo(9, -11);
  pen.lineTo(9, 11);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = OUTLINE;
  pen.stroke();
  pen.lineWidth = 1;
  pen.strokeStyle = '#ffffff';
  pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
}

/** Draws one dot of a grid, which shows the map's movement where there is no other detail. */
function drawDot(pen: CanvasRenderingContext2D, { county }: Palette): void {
  pen.beginPath();
  pen.arc(0, 0, 1, 0, Math.PI * 2);
  pen.fillStyle = county;
  pen.fill();
}

/** Draws a badge that grows with its text. Only its middle is stretched, so its ends stay round. */
function drawBadge(pen: CanvasRenderingContext2D, { ink, halo }: Palette): void {
  const half = CROWD_SIZE / 2;
  for (const [inset, color] of [
    [0, halo],
    [2, ink],
  ] as const) {
    pen.beginPath();
    pen.roundRect(-half + inset, -half + inset, CROWD_SIZE - 2 * inset, CROWD_SIZE - 2 * inset, half - inset);
    pen.fillStyle = color;
    pen.fill();
  }
}

function drawTile(pen: CanvasRenderingContext2D, { ink, halo }: Palette, drawGlyph: Draw): void {
  pen.beginPath();
  pen.roundRect(-12, -12, 24, 24, 7);
  pen.fillStyle = halo;
  pen.fill();
  pen.beginPath();
  pen.roundRect(-10.5, -10.5, 21, 21, 5.5);
  pen.fillStyle = ink;
  pen.fill();
  pen.strokeStyle = halo;
  pen.fillStyle = halo;
  pen.lineWidth = 1.6;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  drawGlyph(pen);
}

const drawFlag: Draw = (pen) => {
  pen.beginPath();
  pen.moveTo(-4, 6.5);
  pen.lineTo(-4, -6);
  pen.lineTo(5.5, -3);
  pen.lineTo(-4, 0.5);
  pen.stroke();
};

const drawSilo: Draw = (pen) => {
  pen.beginPath();
  pen.roundRect(-5, -6, 5, 8, 1.5);
  pen.moveTo(-5, 2);
  pen.lineTo(-2.5, 6);
  pen.lineTo(0, 2);
  pen.moveTo(2.5, 6);
  pen.lineTo(2.5, -2);
  pen.lineTo(6, -2);
  pen.lineTo(6, 6);
  pen.stroke();
};

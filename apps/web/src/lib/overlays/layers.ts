/** The z-index of each layer, and the order in which Esc closes them. */
export const LAYERS = { drawer: 200, chat: 210, dialog: 220, popover: 230, question: 240 } as const;

export type LayerName = keyof typeof LAYERS;

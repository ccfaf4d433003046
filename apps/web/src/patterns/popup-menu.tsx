import { Menu, type MenuProps } from '@mantine/core';
import { usePopup } from '#web/lib/overlays/use-overlay.ts';

/** Mantine's menu as one of the open overlays: Back closes it, and Esc closes nothing below it. */
export function PopupMenu(props: MenuProps) {
  return <Menu {...usePopup()} {...props} />;
}

import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement } from 'react';
import { useOpened, usePopup } from '#web/lib/overlays/use-overlay.ts';
import { type PopupButton, useLateTarget } from './late-popover.tsx';

/**
 * A button with Mantine's menu, which is mounted when it is first opened. It is one of the open overlays: Back closes it, and Esc closes nothing
 * below it.
 */
export function PopupMenu({ button, children, ...props }: MenuProps & { button: PopupButton }) {
  const { opened, onChange, ...popup } = usePopup();
  const onClick: PopupButton['props']['onClick'] = (event) => {
    button.props.onClick?.(event);
    onChange((wasOpen) => !wasOpen);
  };
  const late = useLateTarget(cloneElement(button, { onClick }), 'menu', opened);
  return (
    <>
      {late.button}
      {late.isNeeded ? (
        <MountedMenu {...popup} {...props} id={late.id} opened={opened} onChange={onChange}>
          <Menu.Target>{late.target}</Menu.Target>
          {children}
        </MountedMenu>
      ) : null}
    </>
  );
}

function MountedMenu({ opened, ...props }: MenuProps & { opened: boolean }) {
  return <Menu {...props} opened={useOpened(opened)} />;
}

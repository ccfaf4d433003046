import { type MantineColorScheme, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { profileQuery } from '#web/features/account/account.api.ts';
import { chooseUserLanguage } from '#web/features/account/use-user-language.ts';
import { useAccess } from '#web/lib/access/access.ts';
import { LANGUAGES, languageName, useLanguage } from '#web/lib/language/language.ts';
import { searchShortcut } from '#web/lib/navigation/search-shortcut.ts';
import { useStore } from '#web/lib/store.ts';
import { Can } from '#web/patterns/can.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { logOut } from '../session-end.ts';
import classes from './account-menu.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

const schemes = () =>
  [
    { value: 'light', label: LAYOUT_MESSAGES.light, icon: 'sun' },
    { value: 'dark', label: LAYOUT_MESSAGES.dark, icon: 'moon' },
    { value: 'auto', label: LAYOUT_MESSAGES.system, icon: 'system' },
  ] as const;

interface AccountMenuProps {
  onRegister: () => void;
  onMailSettings: () => void;
}

/** The account menu: the user's initials, and the menu below them. */
export function AccountMenu(actions: AccountMenuProps) {
  const { data: profile } = useQuery(profileQuery());
  const initials = profile ? `${profile.firstName.charAt(0)}${profile.lastName.charAt(0)}`.toUpperCase() : '';
  return (
    <PopupMenu
      position="bottom-end"
      width={260}
      withinPortal={false}
      transitionProps={{ duration: 100 }}
      withInitialFocusPlaceholder={false}
      button={
        <button type="button" className={classes.target}>
          <span className={classes.avatar} aria-hidden="true">
            {initials || <Icon name="person" />}
          </span>
          <VisuallyHidden>{LAYOUT_MESSAGES.account}</VisuallyHidden>
        </button>
      }
    >
      <Menu.Dropdown>
        <AccountMenuItems {...actions} />
      </Menu.Dropdown>
    </PopupMenu>
  );
}

/**
 * Name, username, support link, mail settings for users who may pay, Account Registration, colour scheme, language, Logout (SHL-19). Rendered
 * when the menu is opened.
 */
function AccountMenuItems({ onRegister, onMailSettings }: AccountMenuProps) {
  const { staffRole } = useAccess();
  const language = useLanguage();
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hasShortcut = useStore(searchShortcut);
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  return (
    <>
      <div className={classes.person}>
        <p className={classes.name}>{name}</p>
        <p className={classes.username}>{profile?.email}</p>
      </div>
      {isError && !profile ? (
        <Menu.Item
          className={classes.item}
          closeMenuOnClick={false}
          leftSection={<Icon name="person" size={16} />}
          onClick={() => void refetch()}
        >
          {LAYOUT_MESSAGES.retryProfile}
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Can anyOf={[PERMISSIONS.SUPPORT_VIEW]}>
        <Menu.Item className={classes.item} component={Link} to="/support" leftSection={<Icon name="support" size={16} />}>
          {LAYOUT_MESSAGES.support}
        </Menu.Item>
      </Can>
      <Can anyOf={[PERMISSIONS.INVOICES_PAY_INVOICES]}>
        <Menu.Item className={classes.item} leftSection={<Icon name="bell" size={16} />} onClick={onMailSettings}>
          {LAYOUT_MESSAGES.mailSettings}
        </Menu.Item>
      </Can>
      {staffRole ? null : (
        <Menu.Item className={classes.item} leftSection={<Icon name="registrations" size={16} />} onClick={onRegister}>
          {LAYOUT_MESSAGES.registration}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{LAYOUT_MESSAGES.appearance}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {schemes().map(({ value, label, icon }) => (
          <Menu.RadioItem key={value} value={value} className={classes.item} rightSection={<Icon name={icon} size={16} />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{LAYOUT_MESSAGES.keyboard}</Menu.Label>
      <Menu.CheckboxItem className={classes.item} checked={hasShortcut} onChange={(isOn) => searchShortcut.set(isOn)}>
        {LAYOUT_MESSAGES.searchShortcut}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Label>{LAYOUT_MESSAGES.language}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => void chooseUserLanguage(value as string)}>
        {LANGUAGES.map((each) => (
          <Menu.RadioItem key={each} value={each} className={classes.item} lang={each}>
            {languageName(each)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item className={classes.item} leftSection={<Icon name="logout" size={16} />} onClick={logOut}>
        {LAYOUT_MESSAGES.logout}
      </Menu.Item>
    </>
  );
}

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { router } from './router.ts';
import { createPortalTheme, portalVariables } from './theme/theme.ts';

/** The key is also read by public/color-scheme.js before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'yardage.color-scheme' });

/** The portal in its supplier's colours. */
export function App({ accentColor }: { accentColor: string }) {
  const theme = useMemo(() => createPortalTheme(accentColor), [accentColor]);
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={portalVariables} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>
  );
}

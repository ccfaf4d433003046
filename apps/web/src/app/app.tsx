import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import type { AppRouter } from './router.ts';
import { createPortalTheme, portalVariables } from './theme/theme.ts';

/** public/color-scheme.js also reads this key, before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'yardage.color-scheme' });

/** The portal with the supplier's accent colour. */
export function App({ accentColor, router }: { accentColor: string; router: AppRouter }) {
  const theme = useMemo(() => createPortalTheme(accentColor), [accentColor]);
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={portalVariables} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>
  );
}

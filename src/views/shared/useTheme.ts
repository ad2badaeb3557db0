import { useEffect } from 'react';
import { useView } from '../../store/hooks';

/** Puts the chosen theme on the document; `system` follows the person's device. */
export function useTheme(): void {
  const theme = useView((view) => view.theme);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const contrast = window.matchMedia('(prefers-contrast: more)');
    const apply = (): void => {
      const system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
      document.documentElement.dataset.theme = theme === 'system' ? system : theme;
    };
    apply();
    dark.addEventListener('change', apply);
    contrast.addEventListener('change', apply);
    return () => {
      dark.removeEventListener('change', apply);
      contrast.removeEventListener('change', apply);
    };
  }, [theme]);
}

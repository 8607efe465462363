import type { ComponentProps } from 'react';
import { localeOf, withLocale } from '../../i18n/locale';
import { buttonClass } from '../../ui/Button';
import { useNavigation } from './navigation-context';

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; hash?: string };

/** A link to a path of the site in the current language: `<LocaleLink to="/pricing">`. */
export function LocaleLink({ to, hash, ...props }: Props) {
  const { pathname } = useNavigation();
  const href = withLocale(to, localeOf(pathname));
  if (hash) return <a {...props} href={pathname === href ? `#${hash}` : `${href}#${hash}`} />;
  const current = pathname === href || (to !== '/' && pathname.startsWith(`${href}/`));
  return <a aria-current={current ? 'page' : undefined} {...props} href={href} />;
}

export const ButtonLink = ({ variant, size, className = '', ...props }: Props & Parameters<typeof buttonClass>[0]) => (
  <LocaleLink {...props} className={`${buttonClass({ variant, size })} ${className}`} />
);

export const TextLink = (props: Omit<Props, 'className'>) => <LocaleLink {...props} className="link" />;

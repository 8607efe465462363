import rows from '../../ui/rows.css?url';

let loading: Promise<void> | undefined;

/** Loads the styles of the portal's lists, once. Without them lists can still be read. */
export const listStyles = () =>
  (loading ??= new Promise((resolve) => {
    const link = document.createElement('link');
    link.onload = link.onerror = () => resolve();
    link.rel = 'stylesheet';
    link.href = rows;
    document.head.append(link);
  }));

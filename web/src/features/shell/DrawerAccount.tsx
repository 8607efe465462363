import { type ComponentType, useEffect, useState } from 'react';
import { loadAccountMenu } from './AccountButton';

/** The signed-in user, above the pages in the drawer. Its code and texts are loaded when the drawer is opened. */
export function DrawerAccount() {
  const [loaded, setLoaded] = useState<{ Summary: ComponentType }>();
  useEffect(() => {
    loadAccountMenu().then(
      ({ LoadedSummary }) => setLoaded({ Summary: LoadedSummary }),
      () => {},
    );
  }, []);
  return <div className="mb-6 min-h-24 text-sm">{loaded && <loaded.Summary />}</div>;
}

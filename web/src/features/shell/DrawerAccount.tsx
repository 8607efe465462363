import { type ComponentType, useEffect, useState } from 'react';
import { loadAccountMenu } from './AccountButton';

/** Who is signed in, above the pages of the drawer. Its code and its words come when the drawer is opened. */
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

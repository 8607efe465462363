import type { Navigation } from '../navigation/navigation-context';
import { Providers, Shell, SiteFrame } from './Shell';
import { SiteEnd } from './SiteEnd';
import { SiteMissingNote } from './SiteMissingNote';

/** The shell around prerendered content, which is not hydrated: React leaves it as the build wrote it. */
export function PrerenderedPage({ navigation, content }: { navigation: Navigation; content: { __html: string } }) {
  return (
    <Providers navigation={navigation}>
      <Shell>
        <SiteFrame end={SiteEnd}>
          <div
            id="still"
            className="contents"
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, made at build.
            dangerouslySetInnerHTML={content}
          />
        </SiteFrame>
        <SiteMissingNote />
      </Shell>
    </Providers>
  );
}
